import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { TokenPicker } from '../../../../components/tokens/TokenPicker.tsx'
import { createPickerModel } from '../../../../lib/models/picker-model.ts'
import { fail, problem } from '../../../screens/answers.ts'
import { start, tokens, usdcHarbour } from '../../models/fake-data.ts'
import { holdings } from '../../models/fake-holdings.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

async function renderPicker(side: 'input' | 'output', options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp(options)
  const model = createPickerModel(shown.app, side)
  await shown.pass(300)
  draw(<TokenPicker app={shown.app} model={model} />)
  await shown.pass(300)
  return { ...shown, model }
}

const list = () => within(screen.getByRole('listbox', { name: 'Tokens' }))
const options = () => list().getAllByRole('option')
const search = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search name or paste address' })
/** The active row, as exposed to screen readers. */
const active = () => document.getElementById(search().getAttribute('aria-activedescendant') ?? '')

describe('TokenPicker', () => {
  it('is a dialog that names the chosen token, with the search field focused', async () => {
    await renderPicker('input')
    expect(screen.getByRole('dialog', { name: 'Pay with' })).toBeDefined()
    expect(document.activeElement).toBe(search())
  })

  it('lists held tokens first, with their amounts', async () => {
    await renderPicker('input')
    const [first] = options()
    expect(first?.textContent).toMatch(/ETH|USDC/)
    // Chromium exposes them as options only in a list or in an explicit group.
    for (const option of list().getAllByRole('option'))
      expect(option.closest('[role]:not([role="option"])')?.role).toBe('group')
    expect(list().getAllByRole('group')[0]?.getAttribute('aria-label')).toMatch(/held|Yours|your/i)
  })

  it('filters the list by the typed text, and Enter picks the active row', async () => {
    const { type, keys, app } = await renderPicker('output')
    await type(search(), 'dai', 300)
    expect(options().map((row) => row.textContent)).toEqual([expect.stringMatching(/DAI.*Island/)])
    expect(active()).toBe(options()[0])
    await keys('{Enter}')
    expect(app.swap.draft.output.value?.symbol).toBe('DAI')
    expect(app.sheet.value).toBeNull()
  })

  it('moves by arrow keys and stops at the ends', async () => {
    const { keys } = await renderPicker('input')
    await keys('{ArrowDown}{ArrowDown}')
    expect(active()?.getAttribute('aria-posinset')).toBe('3')
    await keys('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(active()?.getAttribute('aria-posinset')).toBe('1')
  })

  it('shows a token of an unusable chain, but refuses to pick it', async () => {
    const closed = tokens.find(({ chainId }) => chainId === 999)
    if (closed === undefined) throw new Error('no such token')
    const { press, type, app } = await renderPicker('output', {
      answers: { tokens: () => ({ tokens: [closed], total: 1, readMs: 0 }) },
    })
    const before = app.swap.draft.output.value
    await type(search(), 'snd', 300)
    const row = list().getByRole('option', { name: /SND.*Closed Sound/ })
    expect(row.getAttribute('aria-disabled')).toBe('true')
    await press(row)
    expect(app.swap.draft.output.value).toBe(before)
  })

  it('says that nothing matches, and what to do', async () => {
    const { type } = await renderPicker('output')
    await type(search(), 'zzzz', 1_000)
    expect(screen.getByText('No tokens found')).toBeDefined()
    expect(screen.getByText(/paste the contract address/)).toBeDefined()
  })

  it.each(['in the field', 'below an empty list'])('clears the search by the button %s', async (where) => {
    const { type, press, pass } = await renderPicker('output')
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
    await type(search(), 'zzzz', 1_000)
    const [inField, below] = screen.getAllByRole('button', { name: 'Clear search' })
    await press((where === 'in the field' ? inField : below) as HTMLElement)
    await pass(300)
    expect([search().value, document.activeElement]).toEqual(['', search()])
    expect(options().length).toBeGreaterThan(1)
  })

  it('says at the end of a full list that more tokens match', async () => {
    const { keys } = await renderPicker('output', {
      answers: { tokens: () => ({ tokens, total: 500, readMs: 0 }) },
    })
    expect(screen.getByText('More tokens match. Type to narrow the search.')).toBeDefined()
    await keys('{End}')
    expect(active()?.getAttribute('aria-posinset')).toBe(options()[0]?.getAttribute('aria-setsize'))
    await keys('{Home}{PageDown}')
    expect(Number(active()?.getAttribute('aria-posinset'))).toBeGreaterThan(1)
  })

  it("shows the list's problem, and retries when pressed", async () => {
    let tries = 0
    const { press } = await renderPicker('output', {
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

  it('asks for the network of a token in place, and picks none automatically', async () => {
    const { press, keys, type, app } = await renderPicker('output')
    const before = app.swap.draft.output.value
    await type(search(), 'usdc', 300)
    const family = list().getByRole('option', { name: /USDC.*3 networks.*Show networks/ })
    expect(active()).toBe(family)
    await keys('{Enter}')
    expect(app.swap.draft.output.value).toBe(before)
    expect(list().getByRole('option', { name: /USDC.*Hide networks/ })).toBe(active())
    expect(options().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/3 networks/),
      expect.stringMatching(/USDC Harbour/),
      expect.stringMatching(/USDC Island/),
      expect.stringMatching(/USDC Cape/),
    ])
    await keys('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}')
    expect(app.swap.draft.output.value?.chainId).toBe(31339)
    await press(family)
    expect(app.sheet.value).toBeNull()
  })

  it('says which token is chosen now, and on which network', async () => {
    const { press } = await renderPicker('input')
    const family = list().getByRole('option', { name: /USDC.*networks.*Selected/ })
    expect(family.getAttribute('aria-selected')).toBe('true')
    await press(family)
    const chosen = list().getAllByRole('option', { selected: true })
    expect(chosen.map((row) => row.textContent)).toEqual([expect.stringMatching(/USDC Harbour.*Selected/)])
  })

  it('marks a favorite by its star without choosing it, and offers it with one press', async () => {
    const { press, app } = await renderPicker('input')
    await press(button('Favorite ETH on Harbour'))
    expect(app.swap.draft.input.value).toEqual(usdcHarbour)
    expect(button('Favorite ETH on Harbour').getAttribute('aria-pressed')).toBe('true')
    await press(button(/^Favorite ETH Harbour$/))
    expect(app.swap.draft.input.value?.symbol).toBe('ETH')
    await press(button('Favorite ETH on Harbour'))
    expect(screen.queryByRole('button', { name: /^Favorite ETH Harbour$/ })).toBeNull()
  })

  it('has a star on a token on several networks, for the network with the largest balance', async () => {
    const { press, app } = await renderPicker('input')
    const family = () => list().getByRole('option', { name: /USDC.*networks/ })
    const stars = () => screen.queryAllByRole('button', { name: /^Favorite USDC on / })
    expect(stars().map((star) => star.getAttribute('aria-label'))).toEqual(['Favorite USDC on Harbour'])
    await press(button('Favorite USDC on Harbour'))
    expect(button('Favorite USDC on Harbour').getAttribute('aria-pressed')).toBe('true')
    expect(button(/^Favorite USDC Harbour$/)).toBeDefined()
    expect(family().textContent).toMatch(/Show networks/)
    // When expanded, each network has a star of its own.
    await press(family())
    expect(new Set(stars().map((star) => star.getAttribute('data-testid'))).size).toBe(stars().length)
    expect(stars().length).toBeGreaterThan(1)
    const island = stars().find((star) => star.getAttribute('aria-label') === 'Favorite USDC on Island')
    await press(button('Favorite USDC on Harbour'))
    await press(island ?? document.body)
    await press(family())
    expect(stars().map((star) => star.getAttribute('aria-label'))).toEqual(['Favorite USDC on Island'])
    expect(stars()[0]?.getAttribute('aria-pressed')).toBe('true')
    expect(app.swap.draft.input.value).toEqual(usdcHarbour)
  })

  it("only the active row's star can be reached with Tab", async () => {
    const { keys } = await renderPicker('input')
    const inReach = () =>
      screen
        .getAllByRole('button', { name: /^Favorite .* on / })
        .filter((star) => star.tabIndex === 0)
        .map((star) => star.getAttribute('aria-label'))
    expect(inReach()).toEqual(['Favorite ETH on Harbour'])
    await keys('{ArrowDown}{ArrowDown}')
    expect(inReach()).toEqual(['Favorite WETH on Harbour'])
  })

  it('opens the facts of the active token by keyboard, and returns to the same place of the list', async () => {
    const { keys, press, app } = await renderPicker('input')
    await keys('{ArrowDown}{ArrowDown}')
    button('About WETH on Harbour').focus()
    await keys('{Enter}')
    expect(screen.getByRole('dialog', { name: 'Token details' })).toBeDefined()
    expect(screen.getByTestId('token-sheet').textContent).toMatch(/WETHWrapped Ether.*NetworkHarbour/)
    const weth = tokens.find(({ symbol, chainId }) => symbol === 'WETH' && chainId === 31337)
    expect(document.querySelector('.chunked')?.textContent).toBe(weth?.address)
    await press(button('Close'))
    expect(active()?.textContent).toMatch(/WETH/)
    expect(app.swap.draft.input.value).toEqual(usdcHarbour)
  })

  it('chooses a token from its facts, and shows its price and balance where known', async () => {
    const { press, app } = await renderPicker('input', { answers: { holdings: () => holdings } })
    await press(button('About ETH on Harbour'))
    expect(screen.getByTestId('token-sheet').textContent).toMatch(/Price\$1,500\.00.*Your balance~9,998\.12/)
    expect(screen.getByText(/native token of .*Harbour.* has no contract/)).toBeDefined()
    expect(screen.queryByTestId('token-why')).toBeNull()
    await press(button('Choose ETH'))
    expect(app.swap.draft.input.value?.symbol).toBe('ETH')
    expect(app.sheet.value).toBeNull()
  })

  it.each([
    [{ symbol: 'FAKE' }, /FAKE ?Unverified/, /^UnverifiedFerry’s own list/],
    [
      { symbol: 'USDC', imitates: 'USDC' },
      /USDC ?Possible look-alike of USDC/,
      /^Possible look-alike of USDCIts name looks like USDC, but it’s a different contract/,
    ],
    [
      { symbol: 'U5', isOddlyNamed: true as const },
      /U5 ?Unverified ?Unusual characters/,
      /^Unverified.*hidden or unusual characters/,
    ],
  ])('marks %o in the list, and says why', async (part, name, why) => {
    const odd = { ...usdcHarbour, address: `0x${'ab'.repeat(20)}`, isVerified: false, ...part } as const
    const { press } = await renderPicker('output', {
      start: { ...start, tokens: [] },
      answers: { tokens: () => ({ tokens: [odd], total: 1, readMs: 0 }) },
    })
    expect(list().getByRole('option', { name })).toBeDefined()
    await press(button(`About ${part.symbol} on Harbour`))
    expect(screen.getByTestId('token-why').textContent).toMatch(why)
  })

  it('toggles small balances by a switch that shows its state', async () => {
    const small = [{ chainId: 31338, address: tokens[6]?.address ?? '', balance: '9', balanceInUsd: '0.25' }]
    const { press } = await renderPicker('input', {
      answers: {
        holdings: () => small,
        balances: ({ chainId, tokens: requested }) => ({
          amounts: Object.fromEntries(requested.map((address) => [`${chainId}:${address}`, '9'])),
          old: {},
        }),
      },
    })
    const turn = screen.getByRole('switch', { name: 'Show small balances' })
    expect(turn.getAttribute('aria-checked')).toBe('false')
    await press(turn)
    expect(turn.getAttribute('aria-checked')).toBe('true')
  })

  it('shows no balance when balances are hidden', async () => {
    const hidden = { ...start, settings: { ...start.settings, hiddenBalances: true } }
    await renderPicker('input', { start: hidden })
    expect(screen.queryByText(/1,240\.5|9,998/)).toBeNull()
    expect(list().getByRole('option', { name: /^USDC.*••••/ })).toBeDefined()
    expect(list().getByRole('option', { name: /^DAI/ }).textContent).not.toContain('•')
  })
})
