import { screen, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { Home } from '../../../../components/home/Home.tsx'
import { Problem } from '../../../../lib/base/problem.ts'
import { createPickerModel } from '../../../../lib/models/picker-model.ts'
import { defaultSettings } from '../../../../lib/storage/settings.ts'
import * as data from '../../models/fake-data.ts'
import { holdings } from '../../models/fake-holdings.ts'
import { button, createTestApp, draw, inBrowser, noButton } from '../test-app.tsx'

inBrowser()

async function home(options: Parameters<typeof createTestApp>[0] = {}) {
  const shown = await createTestApp(options)
  draw(<Home app={shown.app} isWide={false} />)
  await shown.settle()
  return shown
}
const rows = () => within(screen.getByTestId('own-tokens')).getAllByRole('listitem')
const textOf = (row: HTMLElement | undefined) =>
  [...(row?.querySelectorAll('.row-words, .token-amount') ?? [])].map((part) => part.textContent).join(' ')

it('makes a held token the token to pay after one press, and focuses the amount', async () => {
  const { app, press } = await home()
  expect(rows().map(textOf)).toEqual(['ETHHarbour ~9,998.12', 'USDCHarbour 1,240.50', 'USDCIsland 25.00'])
  await press(button(/ETH.*Harbour/))
  expect(app.swap.draft.input.value).toEqual(data.ethHarbour)
  expect(document.activeElement).toBe(screen.getByTestId('amount'))
})

it('shows the values of the last valuation', async () => {
  const { app, settle } = await home({ answers: { holdings: () => holdings } })
  createPickerModel(app, 'input')
  await settle()
  expect(textOf(rows()[1])).toBe('USDCHarbour 1,240.50$1,240.50')
})

it('hides amounts with the other balances', async () => {
  await home({ start: { ...data.start, settings: { ...defaultSettings, hiddenBalances: true } } })
  expect(rows().map(textOf)).toEqual(['ETHHarbour ••••', 'USDCHarbour ••••', 'USDCIsland ••••'])
})

it('leads to all tokens, and is absent without an account', async () => {
  const { app, press } = await home()
  await press(button('All tokens'))
  expect(app.sheet.value).toEqual({ name: 'tokens', side: 'input' })
  await home({ start: { ...data.start, account: null } })
  expect(screen.queryByTestId('own-tokens')).toBeNull()
})

it('says that balances are loading', async () => {
  await home({ answers: { balances: () => new Promise<never>(() => undefined) } })
  const list = screen.getByTestId('own-tokens').querySelector('[role=status]')
  expect(list?.getAttribute('aria-label')).toBe('Loading…')
})

it('says that the account holds no token', async () => {
  await home({ answers: { balances: () => ({ amounts: {}, old: {} }) } })
  expect(screen.getByText('No tokens on this account yet')).toBeDefined()
  expect(noButton('Pay from an exchange')).toBe(true)
})

it('leads an account without tokens to the payment from an exchange, where a network takes one', async () => {
  const chains = data.chains.map((chain) => ({ ...chain, isDepositEnabled: true }))
  const { app, press } = await home({
    start: { ...data.start, chains },
    answers: { balances: () => ({ amounts: {}, old: {} }) },
  })
  await press(button('Pay from an exchange'))
  expect(app.screen.value).toEqual({ name: 'deposit', step: 1 })
})

it('says that the balances could not be read, and reads them again after a press', async () => {
  let refuses = true
  const { press } = await home({
    answers: {
      balances: ({ chainId, tokens }) => {
        if (refuses) throw new Problem('rpcUnreachable', { facts: { chain: 'Harbour' } })
        return { amounts: Object.fromEntries(tokens.map((one) => [`${chainId}:${one}`, '5'])), old: {} }
      },
    },
  })
  expect(screen.getByText('Couldn’t read your balances')).toBeDefined()
  refuses = false
  await press(button('Try again'))
  expect(rows().length).toBeGreaterThan(1)
})
