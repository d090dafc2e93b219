import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../lib/base/json.ts'
import type { SignTypedData } from '../../../lib/service/route.ts'
import { codeOf, cross, same, typedDataOf, withRoute, withTyped } from './changed-check.ts'
import { harbour } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

describe('domain', () => {
  const { domain } = typedDataOf(cross)
  test.each<[string, JsonObject, string | null]>([
    ['checksum', { ...domain, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }, null],
    ['wrong checksum', { ...domain, verifyingContract: '0x000000000022d473030F116dDEE9F6B43aC78BA3' }, 'D-4'],
  ])('%s', (_, changed, code) => {
    expect(codeOf(withTyped(cross, { domain: changed }))).toBe(code)
  })

  test('contracts of another chain', () => {
    expect(codeOf({ ...cross, chain: { ...harbour, chainId: 31338 } })).toBe('D-3')
  })
})

describe('types', () => {
  const { types } = typedDataOf(cross)
  const { PermitWitnessTransferFrom: permit = [], ...others } = types
  const basic = types.BasicRequest ?? []
  test.each<[string, SignTypedData['types'], string]>([
    ['a member less', { ...types, BasicRequest: basic.slice(1) }, 'T-2'],
    [
      'a type less',
      { ...others, PermitWitnessTransferFrom: permit, BasicRequest: basic, Request: [] },
      'T-2',
    ],
    ['a type more', { ...types, EIP712Domain: [] }, 'T-3'],
    ['a type called constructor', { ...types, constructor: [] }, 'T-3'],
    ['a member with more in it', { ...types, BasicRequest: basic.map((one) => ({ ...one, x: 1 })) }, 'T-2'],
    ['a member that is none', { ...types, BasicRequest: basic.map(() => null) as never }, 'T-2'],
  ])('%s', (_, changed, code) => {
    expect(codeOf(withTyped(cross, { types: changed }))).toBe(code)
  })

  test('a missing type', () => {
    const { TokenPermissions: _, ...rest } = types
    expect(codeOf(withTyped(cross, { types: rest }))).toBe('T-2')
  })

  test('types of the other request type, under its name', () => {
    const renamed = withTyped(cross, { types: pinnedTypes.SWAP_REQUEST })
    expect(codeOf(withRoute(renamed, { requestType: 'SWAP_REQUEST' }))).toBe('T-2')
    expect(codeOf(withRoute(same, { requestType: 'SINGLE_OUTPUT_REQUEST' }))).toBe('T-2')
  })

  test('a deployment file with types that Ferry cannot decode', () => {
    const renamed = basic.map((one) => (one.name === 'nonce' ? { ...one, name: 'salt' } : one))
    const pinned = { ...types, BasicRequest: renamed }
    const deployment = { ...cross.deployment, types: { ...pinnedTypes, SINGLE_OUTPUT_REQUEST: pinned } }
    expect(codeOf({ ...withTyped(cross, { types: pinned }), deployment })).toBe('T-4')
  })

  test('a route that is not signed', () => {
    expect(codeOf(withRoute(cross, { signTypedData: null }))).toBe('T-1')
    expect(codeOf(withRoute(cross, { userOp: 'tx' }))).toBe('T-1')
  })
})
