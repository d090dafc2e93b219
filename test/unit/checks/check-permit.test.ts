import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import { permitLines } from '../../../lib/checks/check-permit.ts'
import { type PermitCheckInput, reportOf } from '../../../lib/checks/check-report.ts'
import type { SignTypedData } from '../../../lib/service/route.ts'
import { gateway, honest, permit2, permitCheck, usdc, user } from './fixtures.ts'

const base = permitCheck(honest('SINGLE_OUTPUT_REQUEST'))
const signed = base.route.signTypedData as SignTypedData

function codeOf(values: object, input: Partial<PermitCheckInput> = {}): string {
  const typed = { ...signed, values: { ...signed.values, ...values } } as SignTypedData
  const report = reportOf(permitLines({ ...base, ...input }, typed))
  return report.ok ? report.passed.join(' ') : `${report.code} ${report.path}`
}

const amountOf = (amount: unknown) => ({ permitted: { token: usdc, amount } })
const requestFor = (fields: object) => ({ request: { ...base.request, ...fields } })

test('an honest permit passes every check', () => {
  expect(codeOf({})).toBe('V-1 V-2 V-3 V-4 V-5 V-6 W-17')
  expect(codeOf(amountOf('1'), requestFor({ inputAmount: '1' }))).toBe('V-1 V-2 V-3 V-4 V-5 V-6 W-17')
})

describe('the permitted token', () => {
  test.each([nativeAddress, zeroAddress])('is never the native currency: %s', (token) => {
    const permitted = { token, amount: base.request.inputAmount }
    expect(codeOf({ permitted }, requestFor({ inputToken: token }))).toBe('V-1 permitted.token')
  })

  test.each<[unknown, string]>([
    ['0', '0'],
    ['1499999', '1500000'],
    ['1.5e6', '1500000'],
    ['01', '1'],
    [undefined, '1500000'],
  ])('%s is not the requested %s', (amount, inputAmount) => {
    expect(codeOf(amountOf(amount), requestFor({ inputAmount }))).toBe('V-2 permitted.amount')
  })

  test('is the requested one, in an object', () => {
    const permitted = { token: base.request.outputToken, amount: base.request.inputAmount }
    for (const wrong of [permitted, null, [usdc, '1500000']])
      expect(codeOf({ permitted: wrong })).toBe('V-1 permitted.token')
  })

  test('may have its amount as a number', () => {
    expect(codeOf(amountOf(1_500_000))).toMatch(/^V-1 V-2/)
  })
})

describe('the spender', () => {
  test.each<[string, Address]>([
    ['the person', user],
    ['the token', usdc],
    ['Permit2', permit2],
    ['the zero address', zeroAddress],
  ])('is never %s, pinned or not', (_name, spender) => {
    const chain = { ...base.chain, gateways: [gateway, spender] }
    expect(codeOf({ spender }, { chain })).toBe('V-3 spender')
    expect(codeOf({ spender: gateway }, { chain })).not.toContain('spender')
  })

  test('is pinned', () => {
    expect(codeOf({}, { chain: { ...base.chain, gateways: [] } })).toBe('V-3 spender')
    expect(codeOf({ spender: null })).toBe('V-3 spender')
    const retiredGateways = base.chain.gateways
    expect(codeOf({}, { chain: { ...base.chain, gateways: [], retiredGateways } })).toBe('V-3 spender')
    expect(codeOf({}, { chain: { ...base.chain, gateways: [user, gateway] } })).not.toContain('spender')
  })
})

test('a nonce is a number that no other order has, and equals the request’s', () => {
  const { nonce } = signed.values
  expect(codeOf({}, { usedNonces: new Set([String(nonce)]) })).toBe('V-4 nonce')
  for (const wrong of ['x', `0${nonce}`]) expect(codeOf({ nonce: wrong })).toBe('V-4 nonce')
  expect(codeOf({ nonce: '5' })).toBe('V-6 witness.basicReq.nonce')
})

test('a deadline equals the request’s', () => {
  const deadline = Number(signed.values.deadline) + 1
  expect(codeOf({ deadline })).toBe('V-6 witness.basicReq.deadline')
  for (const wrong of [null, deadline - 0.5]) expect(codeOf({ deadline: wrong })).toBe('V-5 deadline')
})

test('unknown members are refused', () => {
  expect(codeOf({ more: 1 })).toBe('W-17 values')
  const permitted = { token: usdc, amount: base.request.inputAmount, more: 1 }
  expect(codeOf({ permitted })).toBe('W-17 permitted')
})
