import { beforeEach, describe, expect, test } from 'vitest'
import { freePortBase } from '../chains/free-port-base.ts'
import { useTestService } from '../use-sandbox.ts'
import { nativeAddress } from './listed-token.ts'
import { person } from './person.ts'

const service = await useTestService(await freePortBase())
beforeEach(() => service.control.pace({ assigned: 5, extracted: 5, fulfilled: 5, settled: 5 }))

describe('lists', () => {
  test('have at least 20 chains and 2,000 tokens, keyed by chain id, with existing pictures', async () => {
    const chains = await service.api<{ chainId: number }[]>('supported-chains')
    expect(chains.headers['server-req-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(chains.body.result.length).toBeGreaterThanOrEqual(20)
    expect(chains.body.result.slice(0, 3).map(({ chainId }) => chainId)).toEqual([31337, 31338, 31339])
    const full = await service.api<{ [chainId: string]: { address: string; logoURI: string }[] }>(
      'tokens/list?list=full',
    )
    const tokens = Object.values(full.body.result).flat()
    expect(tokens.length).toBeGreaterThanOrEqual(2_000)
    expect(
      tokens.every(({ address }) => !address.startsWith('0x') || address === address.toLowerCase()),
    ).toBe(true)
    const picture = await fetch(tokens[7]?.logoURI ?? '')
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect([...(await picture.bytes()).slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  })

  test('are short as trending, limited by chainIds, and have balances with userAddress', async () => {
    type Lists = { [chainId: string]: { address: string; balance?: string; balanceInUsd?: number }[] }
    const { body } = await service.api<Lists>(`tokens/list?chainIds=31337,1&userAddress=${person.address}`)
    expect(Object.keys(body.result).sort()).toEqual(['1', '31337'])
    expect(body.result['31337']?.find(({ address }) => address === service.usdc)).toMatchObject({
      balance: '5',
    })
    expect(body.result['1']?.length).toBeLessThan(10)
    expect((await service.api('tokens/list?list=everything')).status).toBe(400)
  })

  test('are searched by address, name and symbol', async () => {
    type Found = { tokens: { [chainId: string]: { address: string }[] } }
    expect(
      (await service.api<Found>(`tokens/search?q=${service.usdc}`)).body.result.tokens['31337'],
    ).toHaveLength(1)
    expect(
      Object.keys((await service.api<Found>('tokens/search?q=usd%20coin')).body.result.tokens),
    ).toContain('31339')
    expect((await service.api<Found>('tokens/search?q=nothing-like-it')).body.result.tokens).toEqual({})
    expect((await service.api('tokens/search')).status).toBe(400)
  })
})

describe('quote', () => {
  test('lowers the effective value of a sent route by its gas, also below zero', async () => {
    type Priced = {
      output: { valueInUsd: number; effectiveValueInUsd: number; effectiveReceivedInUsd: number }
    }
    type Routes = { autoRoute: Priced; manualRoutes: (Priced & { gasFee: { feeInUsd: number } })[] }
    const { body } = await service.api<Routes>(
      service.request({ inputAmount: '1000000', enableManual: 'true' }),
    )
    const { autoRoute, manualRoutes } = body.result
    expect(autoRoute.output.effectiveReceivedInUsd).toBe(autoRoute.output.valueInUsd)
    expect(autoRoute.output.effectiveValueInUsd).toBeLessThan(autoRoute.output.valueInUsd)
    expect(manualRoutes.length).toBeGreaterThan(0)
    for (const { output, gasFee } of manualRoutes) {
      expect(output.effectiveReceivedInUsd).toBeCloseTo(output.valueInUsd - gasFee.feeInUsd, 6)
      expect(output.effectiveReceivedInUsd).toBeLessThan(0)
    }
  })

  test.each([
    ['a far chain', { destinationChainId: '1' }],
    ['too little', { inputAmount: '20000' }],
    ['too much', { inputAmount: '900000000000000' }],
    ['an unknown token', { outputToken: `0x${'12'.repeat(20)}` }],
    ['no automatic routes wanted', { disableAuto: 'true' }],
  ])('no route: %s', async (_name, more) => {
    const { status, body } = await service.api<unknown>(service.request(more))
    expect(status).toBe(200)
    expect(body.result).toMatchObject({ autoRoute: null, manualRoutes: [], depositRoute: null })
  })

  test.each([
    ['inputAmount', '1.5'],
    ['inputAmount', '0'],
    ['inputAmount', '01'],
    ['inputToken', '0x12'],
    ['receiverAddress', ''],
    ['receiverAddress', '0x000000000000000000000000000000000000dEaD'],
    ['userAddress', 'me'],
    ['slippage', '51'],
    ['slippage', '-1'],
    ['destinationChainId', 'x'],
    ['useInbox', 'yes'],
    ['feeBps', '5'],
    ['destinationPayload', '0x12'],
    ['enableDepositAddress', 'true'],
  ])('refused with its name: %s=%s', async (name, value) => {
    const { status, body, headers } = await service.api(service.request({ [name]: value }))
    expect([status, body.success, body.statusCode]).toEqual([500, false, 500])
    expect(body.message).toContain(name)
    expect(headers['server-req-id']).toBeTypeOf('string')
  })

  test('lowers its output and suggests a slippage as set', async () => {
    const requestFor = () => service.route()
    const before = await requestFor()
    await service.control.offer({ lessPercent: '0.05', suggestedSlippage: 2 })
    const after = await requestFor()
    expect(after).toMatchObject({ suggestedClientSlippage: 2 })
    expect(BigInt(after.output.amount)).toBe((BigInt(before.output.amount) * 9_995n) / 10_000n)
    await service.control.offer({})
    expect((await requestFor()).output.amount).toBe(before.output.amount)
  })

  test('is only indicative without a user', async () => {
    const found = await service.quoted({ userAddress: '' })
    expect(found).toMatchObject({ signTypedData: null, txData: null, approvalData: null })
    expect(
      await service.quoted({ inputToken: nativeAddress, inputAmount: '10000000000000000' }),
    ).toMatchObject({
      ...{ userOp: 'tx', signTypedData: null, approvalData: null },
      txData: { to: service.inbox, value: '10000000000000000', chainId: 31337 },
    })
  })
})
