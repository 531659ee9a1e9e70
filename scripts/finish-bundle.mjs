// Trunk's last step: finishes the bundle, and prints a table of sizes.
//
// Trunk tells by its environment where the unfinished bundle lies.
import { finish } from "./bundle/finish.mjs";
import { sizeTable } from "./bundle/sizes.mjs";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) {
  console.error("finish-bundle.mjs is run by trunk; see scripts/build-site.");
  process.exit(2);
}
const isShipped = process.env.TRUNK_PROFILE === "release";

try {
  await finish(folder, { isShipped });
  if (isShipped) console.log(sizeTable(folder));
} catch (error) {
  console.error(`The bundle is not fit to serve: ${error.message}`);
  process.exit(1);
}
