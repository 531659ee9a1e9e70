// What stands on a server in the place of what only a page can use.
export {};
