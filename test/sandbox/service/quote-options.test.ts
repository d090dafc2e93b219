import { describe, expect, test } from 'vitest'
import { freePortBase } from '../chains/free-port-base.ts'
import { useTestService } from '../use-sandbox.ts'
import { farAddress } from './far-address.ts'
import { nativeAddress } from './listed-token.ts'
import type { ManualRoute, QuotedRoute } from './person.ts'

type Result = {
  destinationExec: object | null
  autoRoute: QuotedRoute | null
  autoRoutes?: {
    routeTags?: string[]
    output: { amount: string; minAmountOut: string }
    estimatedTime: number
  }[]
  manualRoutes: ManualRoute[]
  depositRoute: unknown
  deposit?: unknown
}

const service = await useTestService(await freePortBase())

const request = async (more: { [name: string]: string }) => {
  const { status, body } = await service.api<Result>(service.request(more))
  expect([status, body.message]).toEqual([200, null])
  return body.result
}
const names = async (more: { [name: string]: string }) =>
  (await request({ enableManual: 'true', ...more })).manualRoutes.map(({ routeDetails }) => routeDetails.name)

describe('manual routes', () => {
  test('follow the filters by id', async () => {
    expect(await names({ includeBridges: 'lighter-v2,barge-slow' })).toEqual(['Barge Slow', 'Lighter V2'])
    expect(await names({ excludeBridges: 'tollgate,driftwood,lighter-v2' })).toEqual([
      'Lighter V2 Fast',
      'Barge Slow',
    ])
    expect(await names({ includeDexes: 'islandswap' })).toEqual(['Tollgate', 'Barge Slow'])
    expect(await names({ excludeDexes: 'islandswap,harbourswap' })).toEqual([])
    expect(await names({ includeBridges: 'cctp' })).toEqual([])
    expect((await service.api(service.request({ includeBridges: 'Lighter V2' }))).status).toBe(500)
    const chains = await service.api<{ bridges: string[]; dexes: string[] }[]>('supported-chains')
    expect(chains.body.result[0]).toMatchObject({
      bridges: expect.arrayContaining(['tollgate', 'lighter-v2-fast', 'barge-slow', 'driftwood']),
      dexes: expect.arrayContaining(['harbourswap', 'islandswap']),
      isManualEnabled: true,
      isDepositEnabled: true,
    })
  })

  test('offer only the same asset when swapping is off', async () => {
    expect(await names({ disableSwapping: 'true' })).toEqual([])
    const { body } = await service.api<{ tokens: { [chainId: string]: { address: string }[] } }>(
      'tokens/search?q=USDC',
    )
    const outputToken = body.result.tokens['31338']?.[0]?.address ?? ''
    expect(await names({ disableSwapping: 'true', outputToken })).toHaveLength(5)
  })

  test('are not offered with a payload, unless only manual routes are requested: then they leave it out', async () => {
    const payload = { destinationPayload: '0x1234', destinationGasLimit: '100000' }
    expect(await names(payload)).toEqual([])
    expect((await names({ ...payload, disableAuto: 'true' })).length).toBeGreaterThan(0)
    expect(
      (await request({ ...payload, enableManual: 'true', disableAuto: 'true' })).destinationExec,
    ).toBeNull()
  })
})

describe('parameters', () => {
  const stellar = farAddress('stellar', 'a')
  test.each([
    ['destinationGasLimit', { destinationGasLimit: '5' }],
    ['destinationGasLimit', { destinationPayload: '0x12' }],
    ['feeTakerAddress', { feeTakerAddress: `0x${'f3'.repeat(20)}` }],
    ['refundAddress', { enableDepositAddress: 'true' }],
    ['refundAddress', { enableDepositAddress: 'true', refundAddress: stellar }],
    ['Stellar', { depositDestinationMemo: '1' }],
    ['exchange', { exchange: 'nowhere' }],
    ['solanaSponsorAddress', { solanaSponsorAddress: `0x${'f3'.repeat(20)}` }],
    ['receiverAddress', { destinationChainId: '89999', outputToken: nativeAddress }],
  ])('refused in words that name it: %s', async (word, more) => {
    const { status, body } = await service.api(service.request(more))
    expect([status, body.success, body.message]).toEqual([500, false, expect.stringContaining(word)])
  })

  test('limit the destinations by exchange, and accept a sponsor', async () => {
    expect((await request({ exchange: 'Binance' })).autoRoute).not.toBeNull()
    expect((await request({ exchange: 'Crypto.com Exchange' })).autoRoute).not.toBeNull()
    expect((await request({ exchange: 'coinbase', enableManual: 'true' })).manualRoutes).toEqual([])
    await request({ solanaSponsorAddress: farAddress('solana', 'sponsor') })
  })
})
