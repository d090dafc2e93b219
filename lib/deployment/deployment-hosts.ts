import type { Deployment } from './deployment.ts'

const loopbackHost = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/** Returns the origins the background talks to: service, RPC endpoints, logo hosts; each once. */
export function networkOrigins({ service, chains, logoHosts }: Deployment): readonly string[] {
  const logos = logoHosts.map((host) => `${loopbackHost.test(host) ? 'http' : 'https'}://${host}`)
  const urls = [service.baseUrl, ...chains.flatMap((chain) => chain.rpcUrls), ...logos]
  return [...new Set(urls.map((url) => new URL(url).origin))]
}
