import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { TokenPicker } from '../../../../components/tokens/TokenPicker.tsx'
import { fail, problem } from '../../../screens/answers.ts'
import { start, tokens, usdcHarbour } from '../../models/fake-data.ts'
import { draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

async function picking(side: 'input' | 'output', options: Parameters<typeof shownApp>[0] = {}) {
  const shown = await shownApp(options)
  const model = await shown.app.create.picker(side)
  await shown.pass(300)
  draw(<TokenPicker app={shown.app} model={model} />)
  await shown.pass(300)
  return { ...shown, model }
}

const list = () => within(screen.getByRole('listbox', { name: 'Tokens' }))
const options = () => list().getAllByRole('option')
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search name or paste address' })
/** The row that the keys are at, as a screen reader is told. */
const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')

describe('TokenPicker', () => {
  it('is a dialog that says what is chosen, with the field in focus', async () => {
    await picking('input')
    expect(screen.getByRole('dialog', { name: 'Pay with' })).toBeDefined()
    expect(document.activeElement).toBe(search())
  })

  it('has what is held first, with its amount', async () => {
    await picking('input')
    const [first] = options()
    expect(first?.textContent).toMatch(/ETH|USDC/)
    expect(list().getAllByRole('group')[0]?.getAttribute('aria-label')).toMatch(/held|Yours|your/i)
  })

  it('narrows the list by what is typed, and Enter picks the row that the keys are at', async () => {
    const { type, keys, pass, app } = await picking('output')
    await type(search(), 'dai')
    await pass(300)
    expect(options().map((row) => row.textContent)).toEqual([expect.stringMatching(/DAI.*Island/)])
    expect(active()).toBe(options()[0])
    await keys('{Enter}')
    expect(app.swap.draft.output.value?.symbol).toBe('DAI')
    expect(app.sheet.value).toBeNull()
  })

  it('walks by arrow keys and stops at the ends', async () => {
    const { keys } = await picking('input')
    await keys('{ArrowDown}{ArrowDown}')
    expect(active()?.getAttribute('aria-posinset')).toBe('3')
    await keys('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(active()?.getAttribute('aria-posinset')).toBe('1')
  })

  it('marks what is unverified, what imitates, and what is oddly named', async () => {
    const odd = {
      ...usdcHarbour,
      address: `0x${'ab'.repeat(20)}`,
      name: 'Strange coin',
      isVerified: false,
    } as const
    const odds = [
      { ...odd, symbol: 'FAKE' },
      { ...odd, address: `0x${'ac'.repeat(20)}`, symbol: 'USDC', imitates: 'USDC' },
      { ...odd, address: `0x${'ad'.repeat(20)}`, symbol: 'U5', isOddlyNamed: true as const },
    ]
    const { type, pass } = await picking('output', {
      answers: { tokens: () => ({ tokens: odds, total: odds.length, readMs: 0 }) },
    })
    await type(search(), 'strange')
    await pass(300)
    for (const name of [
      /FAKE ?Unverified/,
      /USDC ?Not the well-known USDC/,
      /U5 ?Unverified ?Unusual characters/,
    ]) {
      expect(list().getByRole('option', { name })).toBeDefined()
    }
  })

  it('shows a token of a chain that cannot be used and lets nobody pick it', async () => {
    const closed = tokens.find(({ chainId }) => chainId === 999)
    if (closed === undefined) throw new Error('no such token')
    const { press, type, pass, app } = await picking('output', {
      answers: { tokens: () => ({ tokens: [closed], total: 1, readMs: 0 }) },
    })
    const before = app.swap.draft.output.value
    await type(search(), 'snd')
    await pass(300)
    const row = list().getByRole('option', { name: /SND.*Closed Sound/ })
    expect(row.getAttribute('aria-disabled')).toBe('true')
    await press(row)
    expect(app.swap.draft.output.value).toBe(before)
  })

  it('says that nothing fits, and what to do', async () => {
    const { type, pass } = await picking('output')
    await type(search(), 'zzzz')
    await pass(1_000)
    expect(screen.getByText('No tokens found')).toBeDefined()
    expect(screen.getByText(/paste the contract address/)).toBeDefined()
  })

  it('says what is wrong with the list, and tries again when asked', async () => {
    let tries = 0
    const { press } = await picking('output', {
      answers: {
        tokens: () => {
          tries += 1
          return fail(problem('serviceUnreachable'))()
        },
      },
    })
    expect(screen.getByRole('alert').textContent).toMatch(/^Can’t reach/)
    const before = tries
    await press(screen.getByRole('button', { name: 'Try again' }))
    expect(tries).toBeGreaterThan(before)
  })

  it('marks favourites by a press, and picks nothing meanwhile', async () => {
    const { press, app, model } = await picking('input')
    await press(screen.getByRole('button', { name: '★ Edit favorites' }))
    const [row] = options()
    if (row === undefined) throw new Error('no row')
    await press(row)
    expect(screen.getAllByRole('img', { name: 'Favorite' }).length).toBeGreaterThan(0)
    expect(model.isMarking.value).toBe(true)
    expect(app.swap.draft.input.value).toEqual(usdcHarbour)
  })

  it('shows no balance where balances are hidden', async () => {
    const hidden = { ...start, settings: { ...start.settings, hiddenBalances: true } }
    await picking('input', { start: hidden })
    expect(screen.queryByText(/1,240\.5|9,998/)).toBeNull()
  })
})
