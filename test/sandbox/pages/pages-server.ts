import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { SandboxChain } from '../chains/ledger.ts'
import { examplePage, exampleScript } from './example-page.ts'
import { explorerPage } from './explorer.ts'
import { aboutPage, missingPage, supportPage } from './plain-pages.ts'
import { walletBundle } from './wallet-bundle.ts'
import { walletPage } from './wallet-page.ts'

interface PagesOptions {
  readonly port: number
  readonly serviceUrl: string
  readonly chains: readonly SandboxChain[]
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly body: string
}

/**
 * Serves the example page, the wallet page, the explorer and the support page on loopback; throws if the port
 * is in use.
 */
export async function startPages(options: PagesOptions): Promise<{ stop(): Promise<void> }> {
  const [script, style] = await Promise.all([
    walletBundle(),
    readFile(new URL('page.css', import.meta.url), 'utf8'),
  ])
  const policy = contentPolicy(options.chains)
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    try {
      send(response, policy, await answer(options, script, style, url.pathname))
    } catch (thrown) {
      send(response, policy, html(502, missingPage(`A chain did not answer: ${String(thrown)}`)))
    }
  })
  await listen(server, options.port)
  return { stop: () => stop(server) }
}

async function answer(options: PagesOptions, script: string, style: string, path: string): Promise<Answer> {
  if (path === '/') return html(200, await examplePage(options.chains))
  if (path === '/about') return html(200, aboutPage(options.serviceUrl, options.chains))
  if (path === '/wallet') return html(200, walletPage(options.chains))
  if (path === '/support') return html(200, supportPage())
  if (path === '/wallet.js') return { status: 200, type: 'text/javascript', body: script }
  if (path === '/page.css') return { status: 200, type: 'text/css', body: style }
  const example = await exampleScript(path)
  if (example !== null) return { status: 200, type: 'text/javascript', body: example }
  if (path === '/favicon.ico') return { status: 204, type: 'image/x-icon', body: '' }
  if (path.startsWith('/explorer/')) {
    const page = await explorerPage(options.chains, path.slice('/explorer/'.length))
    if (page !== null) return html(200, page)
  }
  return html(404, missingPage(`There is nothing at ${path}.`))
}

function html(status: number, body: string): Answer {
  return { status, type: 'text/html', body }
}

/** Strict, as good pages are, to show that the extension works with such a policy. */
function contentPolicy(chains: readonly SandboxChain[]): string {
  const rpcUrls = chains.map((chain) => chain.rpcUrl).join(' ')
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${rpcUrls}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

function send(response: ServerResponse, policy: string, { status, type, body }: Answer): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(body)
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} (pages) is taken`) : error)
    })
    server.listen(port, '127.0.0.1', resolve)
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)))
    server.closeAllConnections()
  })
}
