import { signal } from '@preact/signals'
import { screen, waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { App } from '../../../../components/App.tsx'
import { account, start } from '../../models/fake-data.ts'
import { button, draw, inBrowser, shownApp } from '../shown-app.tsx'

inBrowser()

async function first(options: Parameters<typeof shownApp>[0] = { start: { ...start, account: null } }) {
  const shown = await shownApp(options)
  draw(<App app={shown.app} isWide={signal(false)} />)
  await shown.settle()
  return shown
}

const welcome = () => screen.findByRole('region', { name: 'Swap anywhere, keep your wallet' })
const isThere = () => screen.queryByTestId('welcome') !== null

describe('Welcome', () => {
  it('is for a first run alone: a connected account has no need of it', async () => {
    await first({})
    expect(isThere()).toBe(false)
  })

  it('leads to the wallets, and is over for good with the account', async () => {
    const { app, press, client, settle } = await first()
    await welcome()
    await press(screen.getByTestId('welcome-connect'))
    expect(app.sheet.value).toEqual({ name: 'wallets' })
    expect(app.start.isWelcomed.value).toBe(false)
    client.push({ kind: 'account', account, problem: null })
    await settle()
    await waitFor(() => expect(isThere()).toBe(false))
    client.push({ kind: 'account', account: null, problem: null })
    await settle()
    expect([isThere(), app.start.isWelcomed.value]).toEqual([false, true])
  })

  it('tells of paying from an exchange in three steps, and leads into it', async () => {
    const { app, press } = await first()
    await welcome()
    await press(button('Pay from an exchange'))
    const title = screen.getByRole('heading', { name: 'Pay from an exchange' })
    expect(document.activeElement).toBe(title)
    expect(screen.getByTestId('welcome-steps').children).toHaveLength(3)
    await press(button('Back'))
    await press(button('Pay from an exchange'))
    expect(app.start.isWelcomed.value).toBe(false)
    await press(button('Start'))
    expect(app.swap.draft.options.value).toMatchObject({ enableDepositAddress: true })
    expect([isThere(), app.start.isWelcomed.value]).toEqual([false, true])
  })

  it('lets the user look around, and never asks again', async () => {
    const { app, press, sent } = await first()
    await welcome()
    await press(button('Look around first'))
    expect([isThere(), app.start.isWelcomed.value]).toEqual([false, true])
    expect(sent('connectWallet')).toEqual([])
    await waitFor(() => expect(document.activeElement?.id).toBe('amount'))
  })

  it('gives way to an amount that is typed', async () => {
    const { type } = await first()
    await welcome()
    await type(screen.getByRole('textbox', { name: 'Amount you pay' }), '5')
    expect(isThere()).toBe(false)
  })
})
