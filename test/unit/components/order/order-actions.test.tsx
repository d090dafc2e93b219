import { screen } from '@testing-library/dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OrderView } from '../../../../lib/order/order-view.ts'
import { problem } from '../../../screens/answers.ts'
import * as data from '../../models/fake-data.ts'
import { button, inBrowser } from '../test-app.tsx'
import { shownOrder } from './shown-order.tsx'

inBrowser()
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const failed: Partial<OrderView> = {
  state: 'reported_terminal',
  statusCode: 5,
  problem: problem('swapNotDelivered', { money: 'unknown' }),
}

/** Records the copied texts and the opened addresses, in their order. */
function recordSteps(writeText = async () => {}) {
  const steps: string[] = []
  vi.stubGlobal('open', (url: string) => void steps.push(`opens ${url}`))
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    await writeText()
    steps.push(`copies ${text}`)
  })
  return steps
}

describe('Contact support', () => {
  it('copies the details before it opens the operator’s address, which takes the focus', async () => {
    const { press } = await shownOrder(failed, { supportText: () => 'swap order-1' })
    const steps = recordSteps()
    const link = screen.getByRole('link', { name: 'Contact support' })
    expect(link.getAttribute('href')).toBe(data.start.supportUrl)
    await press(link)
    expect(steps).toEqual(['copies swap order-1', `opens ${data.start.supportUrl}`])
  })

  it('opens the address although nothing can be copied', async () => {
    const { press } = await shownOrder(failed, { supportText: () => 'swap order-1' })
    const steps = recordSteps(() => Promise.reject(new Error('no clipboard')))
    await press(screen.getByRole('link', { name: 'Contact support' }))
    expect(steps).toEqual([`opens ${data.start.supportUrl}`])
  })

  it('is missing without an address; the details can still be copied', async () => {
    const { press } = await shownOrder(failed, {
      start: () => ({ ...data.start, supportUrl: null }),
      supportText: () => 'swap order-1',
    })
    const steps = recordSteps()
    expect(screen.queryByTestId('contact-support')).toBeNull()
    await press(button('Copy details'))
    expect(steps).toEqual(['copies swap order-1'])
  })
})

describe('View account', () => {
  const reported: Partial<OrderView> = {
    ...failed,
    statusCode: 7,
    problem: problem('swapNotDelivered', { money: 'refundReported' }),
  }

  it('is the main button of a reported refund, with support next to it', async () => {
    await shownOrder(reported)
    const link = screen.getByRole('link', { name: 'View account on explorer' })
    expect([link.className, link.getAttribute('href')?.endsWith(data.account.address)]).toEqual([
      'primary',
      true,
    ])
    expect(screen.getByTestId('contact-support').className).toBe('secondary')
  })

  it('names the host of an explorer that only the service reports', async () => {
    const explorers = ['https://scan.example']
    const chains = data.start.chains.map((chain) => ({ ...chain, isConfigured: false, explorers }))
    await shownOrder(reported, { start: () => ({ ...data.start, chains }) })
    expect(screen.getByTestId('view-account').textContent).toBe('View account on scan.example')
  })
})

it('copies the address of an account that may lack the gas for a withdrawal', async () => {
  const money = 'atOrigin'
  const held: Partial<OrderView> = {
    ...failed,
    kind: 'native',
    withdrawFromMs: 1,
    problem: problem('swapNotDelivered', { money }),
  }
  const gasProblem = problem('gasTooLow', { money, facts: { units: '1' } })
  const { press } = await shownOrder(held, {
    reviewExit: ({ orderId }) => ({ ...data.exitReviews.withdraw, orderId, gasProblem }),
  })
  const steps = recordSteps()
  await press(screen.getByTestId('withdraw-open'))
  await press(button('Copy my address'))
  expect(steps).toEqual([`copies ${data.account.address}`])
})

describe('the buttons of a swap', () => {
  const dock = () => [...document.querySelectorAll('.foot-bar .buttons > *')].map((one) => one.textContent)

  it('are at most two at the foot of the screen, and the others are in the menu', async () => {
    const cannotSign = { state: 'needs_user', statusCode: null, timeline: [] } as const
    const { press, sent } = await shownOrder({ ...cannotSign, problem: problem('walletUnsupported') })
    expect(dock()).toEqual(['Pay by transaction', 'Try again'])
    await press(button('More actions'))
    await press(screen.getByRole('menuitem', { name: 'Stop swap' }))
    expect(sent('stopOrder')).toHaveLength(1)
  })

  it('offer another swap while one runs, which the menu then does not repeat', async () => {
    const { app, press } = await shownOrder({ statusCode: 2, isPermitOver: true })
    expect(dock()).toEqual(['Start another swap'])
    await press(button('More actions'))
    expect(screen.queryByRole('menuitem', { name: 'New swap' })).toBeNull()
    await press(button('Start another swap'))
    expect(app.screen.value.name).toBe('home')
  })
})

describe('a swap from a backup', () => {
  it('shows its inbox only if the deployment file lists it', async () => {
    const restored = { kind: 'native', restored: true, statusCode: 0 } as const
    const { becomes } = await shownOrder(restored)
    const card = () => document.querySelector('.order-card')?.textContent
    expect(card()).not.toContain('Swap contract')
    await becomes({ ...restored, inbox: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0' })
    expect(card()).toMatch(/Swap contract.*0x9fe4…a6e0/)
  })
})
