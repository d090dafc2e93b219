import { describe, expect, it } from 'vitest'
import { createText } from '../../../lib/base/text.ts'
import { describeNetworks, describePair, describeTokens, pairOf } from '../../../lib/order/describe-pair.ts'
import { token } from '../checks/fixtures.ts'
import { descriptionContext } from './description-context.ts'
import { orderOf } from './order-fixture.ts'

const usdcHere = token(1, '0xa1', 'USDC', 6)
const usdcThere = token(10, '0xa1', 'USDC', 6)
const wethThere = token(10, '0xe1', 'WETH', 18)
const pair = { inputToken: usdcHere, inputAmount: '100500000', outputToken: usdcThere }
const titleOf = (part: Partial<typeof pair> | { readonly [name in keyof typeof pair]?: null }) =>
  describePair({ ...pair, ...part }, descriptionContext)

describe('the title of a swap', () => {
  it('names both tokens if their symbols differ', () => {
    expect(titleOf({ outputToken: wethThere })).toEqual(
      createText('fromTo', { from: '100.50 USDC', to: 'WETH' }),
    )
  })

  it('names the networks in place of a symbol that both tokens have', () => {
    const networks = createText('fromTo', { from: 'chain 1', to: 'chain 10' })
    expect(titleOf({})).toEqual(createText('onNetworks', { swap: '100.50 USDC', networks }))
    expect(describePair({ ...pair, inputAmount: null }, descriptionContext)).toEqual(
      createText('onNetworks', { swap: 'USDC', networks }),
    )
  })

  it('names both of two tokens with the same symbol on one network', () => {
    expect(titleOf({ outputToken: { ...usdcHere, address: '0xb2' } })).toEqual(
      createText('fromTo', { from: '100.50 USDC', to: 'USDC' }),
    )
  })

  it('names an unknown token as such, also if both are', () => {
    const unknown = createText('unknown')
    expect(titleOf({ outputToken: null })).toEqual(createText('fromTo', { from: '100.50 USDC', to: unknown }))
    expect(titleOf({ inputToken: null })).toEqual(createText('fromTo', { from: unknown, to: 'USDC' }))
    expect(titleOf({ inputToken: null, outputToken: null })).toEqual(
      createText('fromTo', { from: unknown, to: unknown }),
    )
  })

  it('is that of the reviewed swap for an order', () => {
    const { inputToken, outputToken, request } = orderOf().reviewed
    expect(pairOf(orderOf())).toMatchObject({ inputToken, outputToken, inputAmount: request.inputAmount })
  })
})

it('without networks, it repeats no symbol', () => {
  expect(describeTokens(pair)).toBe('100.50 USDC')
  expect(describeTokens({ ...pair, inputAmount: null, outputToken: wethThere })).toEqual(
    createText('fromTo', { from: 'USDC', to: 'WETH' }),
  )
})

it('the networks of a swap are one name if it stays on one', () => {
  expect(describeNetworks({ ...pair, outputToken: usdcHere }, descriptionContext)).toBe('chain 1')
  expect(describeNetworks({ ...pair, outputToken: null }, descriptionContext)).toBe('chain 1')
  expect(describeNetworks({ ...pair, inputToken: null, outputToken: null }, descriptionContext)).toBe('')
})
