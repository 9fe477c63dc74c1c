// The arguments of these servers: --port N, and for a store --file FILE.
exports.argument = (name) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
