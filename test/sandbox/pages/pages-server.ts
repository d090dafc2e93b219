import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SandboxChain } from '../chains/ledger.ts'
import { examplePage, exampleScript } from './example-page.ts'
import { explorerPage } from './explorer.ts'
import { escapeHtml, factList, pageShell } from './page-shell.ts'
import { walletModes } from './wallet/wallet-mode.ts'

function aboutPage(serviceUrl: string, chains: readonly SandboxChain[]): string {
  const rows = chains.map((chain): [string, string] => [
    chain.name,
    `chain ${chain.chainId} at ${escapeHtml(chain.rpcUrl)}, pays gas in ${escapeHtml(chain.currency.symbol)}`,
  ])
  return pageShell(
    'Ferry sandbox',
    `<h1>Swap on three local chains</h1>
<p>Everything here runs on this machine: real contracts, real transactions, worthless tokens.</p>
<div class="card">
<h2>Start</h2>
<ol>
<li>Open Ferry from the browser's toolbar.</li>
<li>Choose <b>Connect wallet</b>. Ferry opens <a href="/wallet">the sandbox wallet</a>, which asks you once.</li>
<li>Type an amount, review, confirm. The wallet asks for an approval and a signature.</li>
<li>Close whatever you like. Ferry tells you when the swap is over.</li>
</ol>
</div>
<div class="card"><h2>Chains</h2>${factList(rows)}</div>
<p class="quiet">The service answers at ${escapeHtml(serviceUrl)}.</p>`,
  )
}

function supportPage(): string {
  return pageShell(
    'Support',
    `<h1>Support</h1>
<p>This is where the operator of a deployment says how to reach its people.</p>
<p>Send them the text that <b>Copy for support</b> gives in Ferry: it names the swap, the tries and the request ids,
and never a signature.</p>`,
  )
}

function missingPage(what: string): string {
  return pageShell('Not found', `<h1>Not found</h1><p>${escapeHtml(what)}</p>`)
}

const sources = fileURLToPath(new URL('wallet/', import.meta.url))
const root = fileURLToPath(new URL('../../../', import.meta.url))
const cache = join(root, '.cache', 'sandbox')

/** It is cached under the hash of its sources, so that only a change needs a build. */
async function walletBundle(): Promise<string> {
  const file = join(cache, `wallet-${await sourcesHash()}.js`)
  const kept = await readFile(file, 'utf8').catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return null
    throw thrown
  })
  if (kept !== null) return kept
  const script = await bundle()
  await mkdir(cache, { recursive: true })
  // Renamed into place, so that a second sandbox never reads half a file.
  const half = `${file}.${process.pid}`
  await writeFile(half, script)
  await rename(half, file)
  return script
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package.json')))
  for (const name of (await readdir(sources)).sort()) {
    hash.update(name).update(await readFile(join(sources, name)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    configFile: false,
    root: sources,
    logLevel: 'error',
    build: { write: false, target: 'es2023', rolldownOptions: { input: join(sources, 'main.ts') } },
  })
  const outputs = Array.isArray(built) ? built : [built]
  for (const each of outputs) {
    if (!('output' in each)) continue
    const entry = each.output.find((file) => file.type === 'chunk' && file.isEntry)
    if (entry?.type === 'chunk') return entry.code
  }
  throw new Error('the wallet page has no script')
}

function walletPage(chains: readonly SandboxChain[]): string {
  const modes = walletModes.map((mode) => `<option value="${mode}">${mode}</option>`).join('')
  // `<` is escaped, so that no text of a chain can end the script element.
  const data = JSON.stringify(chains).replaceAll('<', '\\u003c')
  return pageShell(
    'Sandbox wallet',
    `<h1>Sandbox wallet</h1>
<p>A wallet with a key everybody knows. It announces itself to this page as wallet extensions do (EIP-6963).</p>
<div class="card">
<dl>
<dt>Account</dt><dd data-testid="wallet-address"></dd>
<dt>Chain</dt><dd data-testid="wallet-chain"></dd>
<dt>Connected</dt><dd data-testid="wallet-connected"></dd>
</dl>
</div>
<div class="card row">
<label>How it answers<select data-testid="wallet-mode">${modes}</select></label>
<label>Account<select data-testid="wallet-account"><option value="0">first</option><option value="1">second</option></select></label>
<button type="button" data-testid="wallet-disconnect">Disconnect</button>
<button type="button" data-testid="wallet-look">Look for a request</button>
</div>
<h2>Requests</h2>
<ol class="log" data-testid="wallet-log"></ol>
<dialog data-testid="wallet-dialog" aria-labelledby="dialog-title">
<h2 id="dialog-title" data-testid="wallet-title"></h2>
<p class="quiet">Asked by <b data-testid="wallet-origin"></b></p>
<div class="facts"><dl data-testid="wallet-facts"></dl></div>
<div class="row">
<button type="button" class="primary" data-testid="wallet-approve">Approve</button>
<button type="button" data-testid="wallet-reject">Reject</button>
</div>
</dialog>
<script type="application/json" id="sandbox-chains">${data}</script>
<script type="module" src="/wallet.js"></script>`,
  )
}

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
