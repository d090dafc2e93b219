import { hungWaitMs } from '../../hang-limits.ts'
import type { SandboxChain } from '../chains/ledger.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import { sandboxAffiliate } from './affiliates.ts'
import { type ManualRoute, person, type QuotedRoute } from './person.ts'
import { type Answered, callService } from './service-client.ts'
import type { TrueRequest } from './truth.ts'

/** A swap to quote. `more` adds or overrides parameters; an empty text removes one. */
export interface Swap {
  readonly from: number
  readonly to: number
  readonly input: string
  readonly output: string
  readonly amount: string
  readonly more?: { readonly [name: string]: string }
}

export interface DepositRoute {
  readonly requestHash: `0x${string}`
  readonly userOp: string
  readonly expiry: number
  readonly refundAddress: string
  readonly depositData: { address: string; token: string; amount: string; chainId: number; memo?: string }
}

interface QuoteResult {
  readonly autoRoute: QuotedRoute | null
  readonly autoRoutes?: (QuotedRoute & { routeTags?: string[] })[]
  readonly manualRoutes: ManualRoute[]
  readonly depositRoute: { depositAddress: string; quoteId: `0x${string}`; userOp: string } | null
  readonly deposit?: DepositRoute | null
}

export interface LiveSandbox {
  readonly sandbox: Sandbox
  /** Resets the sandbox, with a fast pace and quotes that outlive a test on a busy machine. */
  resetAll(): Promise<void>
  api<Result>(path: string, body?: unknown): Promise<Answered<Result>>
  chain(chainId: number): SandboxChain
  token(chainId: number, symbol: string): string
  quote(swap: Swap): Promise<QuoteResult>
  auto(swap: Swap): Promise<QuotedRoute>
  manual(swap: Swap, name: string): Promise<ManualRoute>
  waitForStatus(requestHash: string, code: number): Promise<TrueRequest>
  held(chainId: number, token: string, address?: string): Promise<bigint>
}

export const quoteSeconds = 600

export async function startLiveSandbox(base: number, word?: string): Promise<LiveSandbox> {
  const sandbox = await startSandbox({ base, word })
  const { control } = sandbox
  let client = 1
  const api: LiveSandbox['api'] = (path, body) =>
    callService(`${sandbox.baseUrl}/api/v1/${path}`, {
      ...{ from: `127.0.0.${client}`, affiliate: sandboxAffiliate, body },
    })
  const chain = (chainId: number) => {
    const found = sandbox.ledger.chains.find((one) => one.chainId === chainId)
    if (!found) throw new Error(`no chain ${chainId}`)
    return found
  }
  const quote = async ({ from, to, input, output, amount, more = {} }: Swap) => {
    const params = new URLSearchParams({
      originChainId: String(from),
      destinationChainId: String(to),
      inputToken: input,
      outputToken: output,
      inputAmount: amount,
      userAddress: person.address,
      receiverAddress: person.address,
      ...more,
    })
    const { status, body } = await api<QuoteResult>(`exchange/quote?${params}`)
    if (status !== 200) throw new Error(`quote: ${status} ${body.message}`)
    return body.result
  }
  return {
    sandbox,
    api,
    chain,
    quote,
    resetAll: async () => {
      await control.reset()
      await control.pace({ assigned: 20, extracted: 20, fulfilled: 20, settled: 20 })
      await control.life({ quoteSeconds })
      // Each client has its own rate limit.
      client += 1
    },
    token: (chainId, symbol) => {
      const found = chain(chainId).tokens.find((one) => one.symbol === symbol)
      if (!found) throw new Error(`no ${symbol}`)
      return found.address.toLowerCase()
    },
    auto: async (swap) => {
      const { autoRoute } = await quote(swap)
      if (!autoRoute) throw new Error('no automatic route')
      return autoRoute
    },
    manual: async (swap, name) => {
      const { manualRoutes } = await quote({ ...swap, more: { enableManual: 'true', ...swap.more } })
      const found = manualRoutes.find(({ routeDetails }) => routeDetails.name === name)
      if (!found) throw new Error(`no ${name} among ${JSON.stringify(manualRoutes)}`)
      return found
    },
    waitForStatus: async (requestHash, code) => {
      const untilMs = performance.now() + hungWaitMs
      while (performance.now() < untilMs) {
        const found = (await control.truth()).requests.find((one) => one.requestHash === requestHash)
        if (found?.statusCode === code) return found
        await new Promise((resolve) => setTimeout(resolve, 30))
      }
      throw new Error(`${requestHash} never reached ${code}: ${JSON.stringify(await control.truth())}`)
    },
    held: async (chainId, token, address = person.address) =>
      BigInt((await control.balances(address))[chainId]?.[token] ?? 0),
  }
}
