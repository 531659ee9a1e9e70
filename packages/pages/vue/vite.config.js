import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vite";

const isCustomElement = (tag) => tag === "sotto-survey";

export default defineConfig({
  base: "./",
  build: { target: "es2022" },
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
});
