import { describe, expect, test } from 'vitest'
import { findUnpinnedSwitchboard, isSwitchboard } from '../../../lib/checks/check-witness.ts'
import { allTermConsents } from '../../../lib/review/terms-input.ts'
import type { AutoRoute } from '../../../lib/service/route.ts'
import { withValue } from '../base/with-value.ts'
import { orderOf } from '../order/order-fixture.ts'
import { harbour, honest } from './fixtures.ts'
import { pinnedTypes } from './pinned-types.ts'

const pinned = { ...harbour, switchboardIds: [7] }
const types = { types: pinnedTypes }

test('only pinned switchboards pass; without a list any uint32 passes', () => {
  expect(isSwitchboard(pinned, 7)).toBe(true)
  expect(isSwitchboard(pinned, '7')).toBe(true)
  for (const other of [1, 70, '07', -7, 2 ** 32 + 7, null]) expect(isSwitchboard(pinned, other)).toBe(false)
  expect(isSwitchboard(harbour, 4_294_967_295)).toBe(true)
  expect(isSwitchboard(harbour, 4_294_967_296)).toBe(false)
})

describe('a switchboard that is not pinned', () => {
  test('is read from the signed data', () => {
    expect(findUnpinnedSwitchboard(honest('SINGLE_OUTPUT_REQUEST').route, harbour, types)).toBe('7')
  })

  test('is any uint32, and nothing else', () => {
    const path = ['signTypedData', 'values', 'witness', 'basicReq', 'switchboardId']
    const read = (id: unknown) => {
      const route = withValue(honest('SINGLE_OUTPUT_REQUEST').route, path, id) as AutoRoute
      return findUnpinnedSwitchboard(route, harbour, types)
    }
    expect([0, '0', 4_294_967_295, '4294967295'].map(read)).toEqual(['0', '0', '4294967295', '4294967295'])
    for (const id of [4_294_967_296, '4294967296', -1, '07', '', null, undefined]) expect(read(id)).toBeNull()
  })

  test('is null if switchboards are pinned, or the swap stays on its chain', () => {
    expect(findUnpinnedSwitchboard(honest('SINGLE_OUTPUT_REQUEST').route, pinned, types)).toBeNull()
    expect(findUnpinnedSwitchboard(honest('SWAP_REQUEST').route, harbour, types)).toBeNull()
  })

  test('needs consent with its number', () => {
    const { reviewed } = orderOf()
    expect(allTermConsents({ kind: 'signed', reviewed })).toEqual([])
    expect(
      allTermConsents({ kind: 'inbox', reviewed: { ...reviewed, findUnpinnedSwitchboard: '7' } }),
    ).toEqual([{ code: 'switchboardUnknown', facts: { id: '7' } }])
  })
})
