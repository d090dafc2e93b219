/**
 * Returns the host permission that reaches an endpoint of this machine. Firefox fails what a pattern with a port
 * allows.
 */
export function hostPattern(endpoint: string, isFirefox: boolean): string {
  const { hostname, host } = new URL(endpoint)
  return `http://${isFirefox ? hostname : host}/*`
}
