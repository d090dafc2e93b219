import { describe, expect, test } from 'vitest'
import { canonicalAddress } from '../../../lib/base/ethereum.ts'
import { nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { checkTypedData } from '../../../lib/checks/check-permit.ts'
import { readDelegate } from '../../../lib/checks/swap-request.ts'
import { isCoveredBy } from '../../../lib/review/consents.ts'
import { allTermConsents } from '../../../lib/review/terms-input.ts'
import type { QuoteOptions } from '../../../lib/service/quote-request-shape.ts'
import { orderOf } from '../order/order-fixture.ts'
import { cross, rehashed, same, typedDataOf, withWitness } from './changed-check.ts'
import { gateway, inbox, usdc, user } from './fixtures.ts'

const stranger = '0x00000000000000000000000000000000000000aa'

/** The report for a delegate, from a service that hashes the request again. */
function reportOf(delegate: unknown, options: QuoteOptions = {}) {
  const changed = withWitness(cross, { delegate } as JsonObject)
  const hashed = canonicalAddress(delegate) === null ? changed : rehashed(changed)
  return checkTypedData({ ...hashed, request: { ...cross.request, options } })
}

describe('the delegate of a request', () => {
  test.each([
    ['the user', user, {}],
    ['the requested one', stranger, { delegateAddress: stranger }],
    ['the user, where another one was requested', user, { delegateAddress: stranger }],
    ['one that the service chose', stranger, {}],
    ['one that the service chose, where another one was requested', stranger, { delegateAddress: usdc }],
    ['a contract of the deployment', gateway, {}],
    ['the inbox', inbox, {}],
  ] as const)('can be %s', (_name, delegate, options) => {
    expect(reportOf(delegate, options).ok).toBe(true)
  })

  test.each([
    ['the zero address', zeroAddress],
    ['the native constant', nativeAddress],
    ['19 bytes', `0x${'aa'.repeat(19)}`],
    ['32 bytes', `0x${'00'.repeat(12)}${'aa'.repeat(20)}`],
    ['a wrong checksum', '0xF39fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    ['a name', 'solver.eth'],
    ['nothing', ''],
    ['null', null],
    ['a list', [user]],
    ['a number', 1],
  ])('is never %s', (_name, delegate) => {
    expect(reportOf(delegate)).toMatchObject({ ok: false, code: 'W-4', path: 'witness.basicReq.delegate' })
    expect(reportOf(delegate, { delegateAddress: stranger })).toMatchObject({ ok: false, code: 'W-4' })
  })

  test("is read from the signed data, if it is not the person's account", () => {
    const read = (delegate: string) =>
      readDelegate(typedDataOf(withWitness(cross, { delegate })).values.witness ?? null, user)
    expect(read(stranger)).toBe(stranger)
    expect(read('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')).toBeNull()
    expect(readDelegate(typedDataOf(same).values.witness ?? null, user)).toBeNull()
    expect(readDelegate(null, user)).toBeNull()
  })
})

describe('a delegate that the service chose', () => {
  const { reviewed } = orderOf()
  const requestFor = (delegate: typeof stranger | typeof usdc, options: QuoteOptions = {}) =>
    allTermConsents({
      kind: 'signed',
      reviewed: { ...reviewed, delegate, request: { ...reviewed.request, options } },
    })

  test('needs consent for exactly this address', () => {
    expect(allTermConsents({ kind: 'signed', reviewed })).toEqual([])
    const requiredConsents = [{ code: 'delegateNotRequested', facts: { delegate: stranger } }] as const
    expect(requestFor(stranger)).toEqual(requiredConsents)
    expect(requestFor(stranger, { delegateAddress: usdc })).toEqual(requiredConsents)
    for (const one of requestFor(stranger)) expect(isCoveredBy(one, requiredConsents)).toBe(true)
    for (const one of requestFor(usdc)) expect(isCoveredBy(one, requiredConsents)).toBe(false)
  })

  test('needs no consent if it was requested', () => {
    expect(requestFor(stranger, { delegateAddress: stranger })).toEqual([])
  })
})
