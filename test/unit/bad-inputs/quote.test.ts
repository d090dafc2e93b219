import { describe, expect, test } from 'vitest'
import { approveCall } from '../../../lib/base/ethereum.ts'
import { type Address, zeroAddress } from '../../../lib/base/hex.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { withValue } from '../base/with-value.ts'
import { codeOf, cross, withRoute } from '../checks/changed-check.ts'
import { token, usdc } from '../checks/fixtures.ts'
import { createFakeService, jsonAnswer, serviceWith } from '../service/fake-service.ts'
import { problemOf } from '../service/problem-of.ts'
import { request, requestHash, signQuote, txQuote, user } from '../service/quote-fixture.ts'
import { manualRoute } from '../service/route-fixtures.ts'

const options = { priority: 'quote' } as const
const quote = async (result: unknown, requested: QuoteRequest = request) =>
  decodeGrouped((await serviceWith(result).client.quote(requested, options)).result, requested)
const changed = (path: readonly (string | number)[], value: unknown) => withValue(signQuote, path, value)
const sent = (path: readonly (string | number)[], value: unknown) => withValue(txQuote, path, value)
const refused = async (work: Promise<unknown>) => (await problemOf(work)).code
const refuses = async (result: unknown) => expect(await refused(quote(result))).toBe('serviceAnswerInvalid')
const answered = (response: () => Response) =>
  refused(createFakeService(response).client.quote(request, options))
const json = (text: string | Uint8Array<ArrayBuffer>, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'application/json' } })
const good = JSON.stringify({ success: true, statusCode: 200, result: signQuote, message: null })

describe('bad inputs: quote and build-tx', () => {
  const [invalid, other] = ['serviceAnswerInvalid', 'otherServerAnswered']
  const withKey = (before: string, key: string) => json(good.replace(before, `${key},${before}`))
  test.each<[string, () => Response, string]>([
    ['row 1: a success without a result', () => jsonAnswer({ success: true, result: null }), invalid],
    ['row 2: a failure with HTTP 200', () => jsonAnswer({ success: false, message: 'no' }), 'serviceRefused'],
    ['row 3: success as text', () => jsonAnswer({ success: 'true', result: signQuote }), invalid],
    [
      'row 4: HTML with HTTP 200',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      other,
    ],
    ['row 5: an empty body', () => json(''), other],
    ['row 5: HTTP 204', () => new Response(null, { status: 204 }), other],
    ['row 6: truncated JSON', () => json(good.slice(0, -9)), other],
    ['row 7: bytes after the JSON', () => json(`${good}{}`), other],
    ['row 9: __proto__', () => withKey('"input"', '"__proto__":{}'), invalid],
    ['row 9: constructor, deep', () => withKey('"spender"', '"constructor":1'), invalid],
    ['row 9: spelled in escapes', () => withKey('"input"', '"__pro\\u0074o__":1'), invalid],
  ])('%s', async (_, response, code) => {
    expect(await answered(response)).toBe(code)
  })

  test('row 8: the last value of a duplicate key', async () => {
    const text = good.replace(/("minAmountOut":"\d+")/, '$1,"minAmountOut":"2"')
    const { result } = await createFakeService(() => json(text)).client.quote(request, options)
    expect(decodeGrouped(result, request).autoRoute?.output.minAmountOut).toBe('2')
  })

  test('row 7: accepts a byte order mark', async () => {
    const { client } = createFakeService(() => json(`\ufeff${good}`))
    const { result } = await client.quote(request, options)
    expect(decodeGrouped(result, request).input.amount).toBe('10000000')
  })

  test.each([2 ** 53 + 2, 10_000_000, 1e30])('row 10: an amount as a JSON number, %s', async (amount) => {
    await refuses(changed(['input', 'amount'], amount))
    await refuses(changed(['autoRoute', 'output', 'minAmountOut'], amount))
  })

  test.each(['1e18', '0x10', '1.0', ' 1', '01', '-1', 'NaN', '', '9'.repeat(80)])(
    'row 11: an amount of %j',
    async (amount) => {
      for (const path of [
        ['input', 'amount'],
        ['autoRoute', 'output', 'amount'],
        ['autoRoute', 'output', 'minAmountOut'],
      ]) {
        await refuses(changed(path, amount))
      }
    },
  )

  test('row 12: an input amount off by one', () => {
    const { quote: fair } = cross
    expect(codeOf({ ...cross, quote: { ...fair, input: { ...fair.input, amount: '1500001' } } })).toBe('X-1')
  })

  test('row 13: the right token on the wrong chain', () => {
    const { quote: fair } = cross
    const other = { ...fair, input: { ...fair.input, token: token(1, usdc, 'USDC', 6) } }
    expect(codeOf({ ...cross, quote: other })).toBe('X-1')
  })

  test.each([1_774_896_753_000, '1774896753', null, 9_972_000_000])(
    'row 14: quoteExpiry %j',
    async (expiry) => {
      await refuses(changed(['autoRoute', 'quoteExpiry'], expiry))
    },
  )

  test('row 14: a quoteExpiry in the past', () => {
    expect(codeOf(withRoute(cross, { quoteExpirySeconds: cross.nowSeconds - 1 }))).toBe('X-4')
  })

  test.each([[[]], [null]])(
    'rows 15, 16: no automatic route, manual routes %j: no route',
    async (manualRoutes) => {
      const empty = { ...signQuote, autoRoute: null, manualRoutes }
      expect(await quote(empty)).toMatchObject({ autoRoute: null, manualRoutes: [], deposit: null })
    },
  )

  test('row 17: reads only the first 50 of 10,000 routes', async () => {
    // The shortest possible routes. Full ones would exceed 2 MB and be refused before.
    const short = { chainId: 1, address: usdc, decimals: 6 }
    const output = { token: short, amount: '1', minAmountOut: '1' }
    const manual = { quoteId: 'm', output, routeDetails: { name: 'A' } }
    const many = { ...signQuote, manualRoutes: Array(10_000).fill(manual) }
    expect(JSON.stringify(many).length).toBeLessThan(2_000_000)
    const requested = { ...request, options: { enableManual: true } }
    expect((await quote(many, requested)).manualRoutes).toHaveLength(50)
    const whole = { ...signQuote, manualRoutes: Array(10_000).fill(manualRoute) }
    await refuses(whole)
  })

  test('row 18: a route with an unknown userOp and nothing to sign or send is dropped', async () => {
    const dancing = { ...signQuote.autoRoute, userOp: 'dance', signTypedData: null, txData: null }
    await refuses(changed(['autoRoute'], dancing))
    const others = { ...(changed(['autoRoute'], dancing) as object), manualRoutes: [manualRoute] }
    const requested = { ...request, options: { enableManual: true } }
    const { autoRoute, manualRoutes, unread } = await quote(others, requested)
    const path = '$.autoRoute.signTypedData'
    expect([autoRoute, manualRoutes.length, unread?.[0]?.path]).toEqual([null, 1, path])
  })

  test('row 19: a requestHash of 31 bytes, in upper case, used', async () => {
    await refuses(changed(['autoRoute', 'requestHash'], requestHash.slice(0, -2)))
    const upper = `0x${requestHash.slice(2).toUpperCase()}`
    const read = await quote(changed(['autoRoute', 'requestHash'], upper))
    expect(read.autoRoute?.requestHash).toBe(requestHash)
    expect(codeOf({ ...cross, usedRequestHashes: new Set([cross.route.requestHash]) })).toBe('X-3')
  })

  test.each([100, -1])('row 20: slippage %s', async (slippage) => {
    await refuses(changed(['autoRoute', 'slippage'], slippage))
  })

  test('row 20: slippage 0.5 as text is 0.5', async () => {
    expect((await quote(changed(['autoRoute', 'slippage'], '0.5'))).autoRoute?.slippagePercent).toBe('0.5')
  })

  test('rows 21, 22: an approval in the quote never changes the requested approval (API5)', () => {
    const ours = approveCall(usdc, cross.chain.permit2, 1_500_000n)
    expect(ours.to).toBe(usdc)
    expect(ours.data).toBe(
      `0x095ea7b3${cross.chain.permit2.slice(2).padStart(64, '0')}${(1_500_000).toString(16).padStart(64, '0')}`,
    )
    for (const spenderAddress of [user, zeroAddress, usdc, cross.request.userAddress] as Address[]) {
      const amount = String(2n ** 256n - 1n)
      const approvalData = { spenderAddress, amount, tokenAddress: usdc, userAddress: user as Address }
      const route = { ...cross.route, approvalData }
      expect(codeOf({ ...cross, route })).toBeNull()
    }
  })

  test.each([
    ['row 25: half a byte', 'data', '0x123'],
    ['row 25: no 0x', 'data', '1234'],
    ['row 25: 300 kB', 'data', `0x${'00'.repeat(300_000)}`],
    ['row 25: a megabyte', 'data', `0x${'00'.repeat(2 ** 20)}`],
    ['row 26: value as a number that lost digits', 'value', 2 ** 53],
    ['row 26: value as a number with a fraction', 'value', 0.5],
    ['row 26: value as a number below zero', 'value', -1],
    ['row 26: value in a list', 'value', ['0x1']],
    ['row 26: value with a fraction', 'value', '1.5'],
  ])('%s', async (_, field, value) => {
    await refuses(sent(['autoRoute', 'txData', field], value))
  })

  test('row 26: hex and decimal are one value', async () => {
    const hex = (await quote(sent(['autoRoute', 'txData', 'value'], '0xa'))).autoRoute?.txData?.value
    expect(hex).toBe((await quote(sent(['autoRoute', 'txData', 'value'], '10'))).autoRoute?.txData?.value)
  })

  test('row 27: a quote for another account', () => {
    for (const field of ['userAddress', 'receiverAddress'] as const) {
      expect(codeOf({ ...cross, quote: { ...cross.quote, [field]: usdc } })).toBe('X-1')
    }
  })

  test('row 28: an output of 255 decimals', async () => {
    await refuses(changed(['autoRoute', 'output', 'token', 'decimals'], 255))
  })

  test.each([-1, 1e12, '12', null])('row 29: an estimate of %j is unknown', async (estimate) => {
    const read = await quote(changed(['autoRoute', 'estimatedTime'], estimate))
    expect(read.autoRoute?.estimatedSeconds).toBeNull()
  })

  // Only the name is lost.
  test.each([
    ['x'.repeat(5_000), ''],
    ['\u202eegnahcxe', 'egnahcxe'],
    ['<img onerror=alert(1)>', ''],
  ])('row 30: a route called %.40j', async (name, shown) => {
    const { autoRoute } = await quote(changed(['autoRoute', 'routeDetails', 'name'], name))
    expect(autoRoute?.routeDetails.name).toBe(shown)
  })
})
