import { sandboxAffiliate } from './affiliates.ts'
import { type Control, controlOf } from './control-client.ts'
import { fakeLedger } from './fake-ledger.ts'
import { person, type QuotedRoute } from './person.ts'
import { startService } from './service.ts'
import { type Answered, type CallOptions, callService } from './service-client.ts'

type More = { readonly [name: string]: string }

/**
 * A service on a ledger in memory, with helpers for its tests: USDC on Harbour for DAI on Island by default.
 */
export interface TestService {
  readonly control: Control
  readonly usdc: string
  readonly inbox: string
  url(path: string): string
  api<Result = unknown>(path: string, options?: CallOptions): Promise<Answered<Result>>
  /** The path of a quote; `more` overrides its parameters. */
  request(more?: More): string
  quoted(more?: More): Promise<QuotedRoute | null>
  route(): Promise<QuotedRoute>
  stop(): Promise<void>
}

/** Starts a test service whose states follow each other without a pause. */
export async function startTestService(port: number, origins: readonly string[] = []): Promise<TestService> {
  const ledger = fakeLedger()
  const [harbour, island] = ledger.chains
  const usdc = harbour?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const dai = island?.tokens.find(({ symbol }) => symbol === 'DAI')?.address ?? ''
  const { baseUrl, stop } = await startService({ port, ledger, origins })
  const url = (path: string) => `${baseUrl}/api/v1/${path}`
  const api: TestService['api'] = (path, options) =>
    callService(url(path), { affiliate: sandboxAffiliate, ...options })
  const params = (more: More = {}) =>
    `exchange/quote?${new URLSearchParams({
      originChainId: '31337',
      destinationChainId: '31338',
      inputToken: usdc,
      outputToken: dai,
      inputAmount: '10000000',
      userAddress: person.address,
      receiverAddress: person.address,
      ...more,
    })}`
  const quoted = async (more?: More) =>
    (await api<{ autoRoute: QuotedRoute | null }>(params(more))).body.result.autoRoute
  const route = async () => {
    const found = await quoted()
    if (!found) throw new Error('no route')
    return found
  }
  return {
    control: controlOf(baseUrl),
    usdc,
    inbox: harbour?.inbox ?? '',
    url,
    api,
    request: params,
    quoted,
    route,
    stop,
  }
}
