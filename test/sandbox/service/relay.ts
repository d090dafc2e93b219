import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mostHeaderBytes } from './most-header-bytes.ts'
import { readBytes } from './read-body.ts'

export interface RelayOptions {
  readonly port: number
  readonly upstream: string
  /** The operator's whitelisted domain. */
  readonly origin: string
}

const passedOn = ['content-type', 'date', 'retry-after', 'server-req-id']

/**
 * The relay that an operator runs on a whitelisted domain (`kind: "relay"`). It repeats each request to the
 * interface under its own origin and returns the response unchanged. It stores nothing, adds nothing, and
 * takes no part in the checks.
 */
export async function startRelay({ port, upstream, origin }: RelayOptions) {
  const server = createServer({ maxHeaderSize: mostHeaderBytes }, (request, response) => {
    relay(request, response).catch(() => response.destroy())
  })

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    if (!url.startsWith('/api/v1/') || !['GET', 'POST'].includes(method)) {
      response.writeHead(404).end()
      return
    }
    const { affiliate: id } = request.headers
    const affiliate = typeof id === 'string' ? { affiliate: id } : {}
    const answer = await fetch(`${upstream}${url}`, {
      method,
      headers: { accept: 'application/json', 'content-type': 'application/json', origin, ...affiliate },
      redirect: 'manual',
      ...(method === 'POST' ? { body: await readBytes(request) } : {}),
    })
    const headers = passedOn.flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, value] as const]
    })
    response.writeHead(answer.status, Object.fromEntries(headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
