import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Ledger } from '../chains/ledger.ts'
import { answerApi } from './answer-api.ts'
import { Book } from './book.ts'
import { Catalogue } from './catalogue.ts'
import { type ControlParts, runControl } from './controls.ts'
import { Refusal } from './envelope.ts'
import { FarLedger } from './far-ledger.ts'
import { Faults } from './faults.ts'
import type { ListedToken } from './listed-token.ts'
import { logo } from './logo.ts'
import { mostHeaderBytes } from './most-header-bytes.ts'
import { Rate } from './rate.ts'
import { readBody } from './read-body.ts'
import { RecordedCalls } from './recorded-calls.ts'
import { Runner } from './runner.ts'
import { sendReply } from './send-reply.ts'
import { ServiceSettings } from './service-settings.ts'
import { Solver } from './solver.ts'

export interface ServiceOptions {
  readonly port: number
  readonly ledger: Ledger
  readonly requestsPerMinute?: number
  readonly origins?: readonly string[]
  readonly inventedTokens?: number
  readonly alsoListed?: readonly ListedToken[]
}

export interface Service {
  readonly baseUrl: string
  stop(): Promise<void>
}

/** Starts the interface's service and its solver on loopback. The caller stops the ledger. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { port, ledger, requestsPerMinute = 100, origins = [] } = options
  const baseUrl = `http://127.0.0.1:${port}`
  const serviceSettings = new ServiceSettings(origins)
  const book = new Book()
  const catalogue = new Catalogue(ledger.chains, options.inventedTokens, options.alsoListed)
  const far = new FarLedger(catalogue)
  const solver = new Solver({
    ledger,
    far,
    catalogue,
    serviceSettings,
    book,
    runner: new Runner(serviceSettings),
  })
  const parts = { baseUrl, ledger, far, catalogue, serviceSettings, book, solver }
  const requested = new RecordedCalls()
  const faults = new Faults()
  const rate = new Rate(requestsPerMinute)
  const reset = async () => {
    await solver.stop()
    await ledger.reset()
    book.reset()
    far.reset()
    requested.reset()
    serviceSettings.reset()
    faults.clear()
    rate.reset()
    solver.start()
  }
  const at: ControlParts = { parts, faults, rate, requested: requested, reset }
  const server = createServer({ maxHeaderSize: mostHeaderBytes }, (request, response) => {
    answer(at, request, response).catch((error: unknown) => {
      solver.problems.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  solver.start()
  const stop = async () => {
    await solver.stop()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { baseUrl, stop }
}

async function answer(at: ControlParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '/', at.parts.baseUrl)
  if (!url) return sendReply(response, { status: 400, json: { error: 'no address' } }, null)
  if (url.pathname.startsWith('/_sandbox/')) return answerControl(at, request, response, url)
  if (url.pathname.startsWith('/logos/') && request.method === 'GET') {
    const headers = { 'content-type': 'image/png', 'cache-control': 'max-age=86400' }
    return sendReply(response, { status: 200, headers, bytes: logo(url.pathname) }, null)
  }
  return answerApi(at, request, response, url)
}

async function answerControl(at: ControlParts, request: IncomingMessage, response: ServerResponse, url: URL) {
  const call = `${request.method} ${url.pathname.slice('/_sandbox/'.length)}`
  try {
    const json = await runControl(at, call, await readBody(request), url.searchParams)
    await sendReply(response, { status: 200, json }, null)
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 500
    const json = { error: error instanceof Error ? error.message : String(error) }
    await sendReply(response, { status, json }, null)
  }
}
