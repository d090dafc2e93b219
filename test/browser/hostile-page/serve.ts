import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Pages on this machine under two origins, which browsers separate: by number and by name. */
export interface HostilePages {
  readonly site: string
  readonly other: string
  /** The same machine under another address than the two that Ferry supports without https. */
  readonly plainHttp: string
  /** The pages' own reports, oldest first. Reading a page from outside would count there as a click. */
  readonly reports: readonly string[]
  stop(): Promise<void>
}

export async function servePages(pages: { readonly [path: string]: string }): Promise<HostilePages> {
  const reports: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      text(request).then(
        (report) => {
          reports.push(report)
          response.end()
        },
        (error: Error) => response.destroy(error),
      )
      return
    }
    const html = pages[new URL(request.url ?? '/', 'http://page').pathname]
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html ?? '')
  })
  await new Promise<void>((done) => server.listen(0, '0.0.0.0', done))
  const { port } = server.address() as AddressInfo
  return {
    site: `http://127.0.0.1:${port}`,
    other: `http://localhost:${port}`,
    plainHttp: `http://127.0.0.2:${port}`,
    reports,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
