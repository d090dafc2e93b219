import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { RouteCard, UnreadableRouteCard } from '../../../../components/routes/RouteCard.tsx'
import type { Experience } from '../../../../lib/history/history-statistics.ts'
import type { RouteRank } from '../../../../lib/quote/route-comparison.ts'
import type { UnreadRoute } from '../../../../lib/service/quote-shape.ts'
import { bornMs, ethHarbour, usdcIsland } from '../../models/fake-data.ts'
import { autoView, manualView } from '../../quote/route-fixture.ts'
import { draw, inBrowser, plainText } from '../test-app.tsx'

inBrowser()

const route = manualView('Across', usdcIsland, bornMs + 60_000)

function renderCard(part: object = {}, experience: Experience | null = null, rank?: RouteRank) {
  const onPick = () => undefined
  draw(<RouteCard {...{ route: { ...route, ...part }, isChosen: false, experience, rank, onPick }} />)
}

const gasFee = { kind: 'gas', token: ethHarbour, amount: '17000000000000' } as const
const past = () => screen.queryByTestId('experience')?.textContent ?? null
const text = () => plainText(screen.getByRole('listitem'))
const all: Experience = {
  count: 9,
  deliveredCount: 9,
  usualSeconds: 12,
  withinPercent: '0.1',
  withinCount: 9,
}

it('marks the quoted output as an estimate, and shows the total cost', () => {
  renderCard({ promisedAmount: '1234567891234' })
  expect(text()).toContain('~1,234,567.89 USDC')
  expect(text()).toContain('$0.49 cost')
})

it.each([
  ['0', /Best of 4/],
  ['0.3001', /Costs \$0\.31 more/],
])('compares its cost with the best route: %s dollars more', (moreInUsd, said) => {
  renderCard({}, null, { moreInUsd, count: 4 })
  expect(text()).toMatch(said)
})

it("shows the service's tags, but not its claim of the best output where Ferry compares the routes", () => {
  const routeTags = ['MAX_OUTPUT', 'FASTEST']
  renderCard({ routeTags })
  expect(text()).toMatch(/Max output.*Fastest/)
  renderCard({ routeTags }, null, { moreInUsd: '0', count: 2 })
  expect(text()).not.toMatch(/Max output/)
  expect(text()).toMatch(/Best.*Fastest/)
})

describe('earlier results of a route', () => {
  it.each<[Partial<Experience>, string]>([
    [{}, '9 of 9 swaps arrived · Usually ~12 sec'],
    [{ deliveredCount: 7, withinCount: 7 }, '7 of 9 swaps arrived · Usually ~12 sec'],
    [{ usualSeconds: null }, '9 of 9 swaps arrived'],
    [{ withinPercent: null }, '9 of 9 swaps arrived · Usually ~12 sec'],
    [{ withinCount: 8 }, '9 of 9 swaps arrived · Usually ~12 sec · 8 of 9 matched the quote (±0.1%)'],
  ])('is told as far as it is known: %j', (part, said) => {
    renderCard({}, { ...all, ...part })
    expect(past()).toBe(said)
  })

  it('praises only a route by which everything arrived', () => {
    renderCard({}, all)
    expect(screen.getByTestId('experience').className).toContain('tone-good')
    renderCard({}, { ...all, deliveredCount: 8 })
    expect(screen.getByTestId('experience').className).not.toContain('tone-good')
  })

  it('stand in place of the same estimated time', () => {
    renderCard({}, { ...all, usualSeconds: 14 })
    expect(text().match(/~14 sec/g)).toHaveLength(1)
    renderCard({}, all)
    expect(text()).toMatch(/Usually ~12 sec · ~14 sec/)
  })

  it('are not shown when there are too few', () => {
    renderCard()
    expect(past()).toBeNull()
  })
})

describe('the costs of a route', () => {
  function withApprovalGas(approvalGasInUsd: string) {
    const signed = autoView('Automatic', usdcIsland, bornMs + 60_000)
    return { ...signed, cost: signed.cost && { ...signed.cost, approvalGasInUsd } }
  }

  it.each<[string, object, RegExp]>([
    ['in dollars', { fees: [{ ...gasFee, feeInUsd: '0.0501' }] }, /\$0\.06 gas.*~14 sec/],
    ['in the coin if its value is unknown', { fees: [{ ...gasFee, feeInUsd: null }] }, /~0\.000017.ETH gas/],
    ['as unknown if it is not named', { unknownFees: ['gas'] }, /Gas unknown/],
  ])('show the gas %s', (_, part, said) => {
    renderCard(part)
    expect(text()).toMatch(said)
  })

  it.each([
    ['no gas for a signature', [], 'No gas', 'Gas'],
    [
      'the gas that the service names for a signature',
      [{ ...gasFee, feeInUsd: '0.06' }],
      '$0.06 gas',
      'No gas',
    ],
  ] as const)('show %s', (_, fees, said, other) => {
    renderCard({ ...withApprovalGas('0'), fees })
    expect(text()).toContain(said)
    expect(text()).not.toContain(other)
  })

  it('show that only the approval of a signed route costs gas', () => {
    renderCard(withApprovalGas('0.03'))
    expect(text()).toContain('Approval gas only')
    expect(text()).not.toContain('No gas')
  })

  it('list an additional native amount for gas', () => {
    renderCard({
      refuel: { input: null, output: { token: ethHarbour, amount: '1000000000000000' } },
    })
    expect(text()).toMatch(/Includes ~0\.001.ETH for gas/)
  })

  it('show no minimum if there is none', () => {
    renderCard({ promisedAmount: null, minAmountOut: null, cost: null })
    expect(text()).toContain('Amount set when the deposit arrives')
    expect(text()).toContain('No minimum guaranteed')
    expect(text()).not.toContain('after all costs')
  })
})

describe('an unreadable route', () => {
  const unread: UnreadRoute = { kind: 'auto', name: '', path: '$.autoRoute.output', expected: 'an object' }

  it.each<[Partial<UnreadRoute>, string]>([
    [{}, 'Automatic'],
    [{ kind: 'manual' }, 'Another route'],
    [{ kind: 'manual', name: 'Hop' }, 'Hop'],
  ])('is called by its name, or by its kind: %j', (part, name) => {
    draw(<UnreadableRouteCard route={{ ...unread, ...part }} />)
    expect(screen.getByText(name)).toBeDefined()
  })

  it('shows its fault, says that the others are fine, and cannot be pressed', () => {
    draw(<UnreadableRouteCard route={unread} />)
    const card = plainText(screen.getByTestId('route-unread'))
    expect(card).toContain('Can’t be read')
    expect(card).toContain('$.autoRoute.output isn’t an object. The routes above are fine.')
    expect(screen.queryByRole('button')).toBeNull()
  })
})
