import { readFileSync } from 'node:fs'
import { expect, expectTypeOf, test } from 'vitest'
import type {
  FerryErrorCode,
  FerryMethods,
  FerryProvider,
  FerryRequest,
  FerrySwapRequest,
} from '../../../lib/sites/ferry-provider.d.ts'

/** Functions that web developers write around `request`: the test is that they compile. */
const wrapped = <M extends keyof FerryMethods>(provider: FerryProvider, requested: FerryRequest<M>) =>
  provider.request(requested)
const named = <M extends keyof FerryMethods>(
  provider: FerryProvider,
  method: M,
  params: FerryMethods[M]['params'],
) => provider.request({ method, params })

test("a page's wrapper around any method compiles and has the type of its result", async () => {
  expectTypeOf(wrapped<'ferry_getSwap'>).returns.toEqualTypeOf<
    Promise<FerryMethods['ferry_getSwap']['result']>
  >()
  expectTypeOf(named<'ferry_getCapabilities'>).returns.toEqualTypeOf<
    Promise<FerryMethods['ferry_getCapabilities']['result']>
  >()
  expectTypeOf<FerrySwapRequest['receiverAddress']>().toEqualTypeOf<string | undefined>()
  const requests: unknown[] = []
  const provider = { request: async (one: unknown) => requests.push(one) } as unknown as FerryProvider
  await named(provider, 'ferry_getSwap', [{ swapId: 'a' }])
  await wrapped(provider, { method: 'ferry_getSwap', params: [{ swapId: 'a' }] })
  expect(requests).toEqual(Array(2).fill({ method: 'ferry_getSwap', params: [{ swapId: 'a' }] }))
})

test('types and README list exactly the error codes of Ferry', () => {
  const codes = [4100, 4200, 4900, -32602, -32001, -32002, -32005] as const
  expectTypeOf<(typeof codes)[number]>().toEqualTypeOf<FerryErrorCode>()
  const rows = readFileSync('lib/sites/README.md', 'utf8').matchAll(/^\| (-?\d{4,5}) +\|/gm)
  expect([...rows].map(([, code]) => Number(code)).toSorted()).toEqual(codes.toSorted())
})
