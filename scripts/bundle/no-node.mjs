// What stands in the place of Node's "crypto", which a library asks for where there is no other: in a browser there is.
export const webcrypto = {};
