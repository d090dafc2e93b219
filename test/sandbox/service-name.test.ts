import { expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import { decodeDeployment } from '../../lib/deployment/schema.ts'
import type { Order } from '../../lib/order/order.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { accounts } from './chains/chain-book.ts'
import { deploymentText } from './chains/deployment-file.ts'
import { startLiveEngine } from './live-engine.ts'
import { liveWallet } from './live-wallet.ts'
import { callService } from './service/service-client.ts'
import { pageAccount, useNamedSandbox } from './use-sandbox.ts'

const word = 'acme'
const address = accounts.person.toLowerCase() as Address

const bench = await useNamedSandbox(word)

function requestFor(part: Partial<QuoteRequest>): QuoteRequest {
  return {
    originChainId: 31337,
    destinationChainId: 31338,
    inputToken: bench.token(31337, 'USDC'),
    inputAmount: '25000000',
    outputToken: bench.token(31338, 'USDC'),
    userAddress: address,
    receiverAddress: address,
    slippagePercent: '0.5',
    ...part,
  } as QuoteRequest
}

const isOver = ({ state }: Order) => state === 'verified_terminal'

async function settled(request: QuoteRequest): Promise<Order> {
  const { wallet } = await liveWallet(bench.sandbox.ledger.chains, 'auto=1')
  const engine = startLiveEngine(
    decodeDeployment(JSON.parse(deploymentText(bench.sandbox.deployment))),
    wallet,
  )
  const id = await engine.begin(request, pageAccount(address))
  return engine.until(id, isOver).finally(() => engine.stop())
}

const swaps = {
  'signed, across chains': (): QuoteRequest => requestFor({}),
  'signed, on one chain': () =>
    requestFor({ destinationChainId: 31337, outputToken: bench.token(31337, 'DAI') }),
  'a native coin, through the inbox': () =>
    requestFor({ inputToken: nativeAddress, inputAmount: '100000000000000000' }),
}

test.each(['observed', 'interface'] as const)(
  'the three basic swaps settle in the %s shape',
  async (shape) => {
    for (const [name, request] of Object.entries(swaps)) {
      await bench.sandbox.control.shape(shape)
      const order = await settled(request())
      expect(order.problem, name).toBeNull()
      expect([3, 4], name).toContain(order.statusCode)
      expect(order.anomalies, name).toEqual([])
    }
    const { requests } = await bench.sandbox.control.truth()
    expect(requests).toHaveLength(3)
  },
)

test("submits the request with the service's own name", async () => {
  await settled(requestFor({}))
  const calls = await bench.sandbox.control.asked()
  const posted = calls.findLast(({ endpoint }) => endpoint === 'submit')
  expect(JSON.stringify(posted?.body)).toContain('"acmeGateway":"0x')
})

test('answers only under its own name', async () => {
  const at = (path: string) => callService(`${bench.sandbox.baseUrl}/api/v1/${path}`)
  expect((await at('exchange/status?txHash=0x1')).status).toBe(404)
  expect((await at(`acme/status?txHash=0x${'1'.repeat(64)}`)).body.result).toMatchObject([
    { acmeStatusCode: 0 },
  ])
})
