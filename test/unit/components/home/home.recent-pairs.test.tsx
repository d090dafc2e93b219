import { screen } from '@testing-library/dom'
import { expect, it, onTestFinished } from 'vitest'
import { Home } from '../../../../components/home/Home.tsx'
import { ethHarbour, usdcHarbour, usdcIsland } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount you pay' })

async function home() {
  const shown = await createTestApp()
  draw(<Home app={shown.app} isWide={false} />)
  await shown.settle()
  return shown
}

it('fills the empty form with a recent pair after one press, and focuses the amount', async () => {
  const { app, press, settle } = await home()
  expect(screen.queryByText('Recent pairs')).toBeNull()
  app.recentPairs.put(ethHarbour, usdcIsland)
  await settle()
  await press(button(/ETH.*→.*USDC.*Harbour.*→.*Island/))
  expect([app.swap.draft.input.value, app.swap.draft.output.value]).toEqual([ethHarbour, usdcIsland])
  expect(document.activeElement).toBe(amount())
})

it('shows the pairs in place of a quote in the popup, and always below the button elsewhere', async () => {
  const { app, settle, type } = await home()
  app.recentPairs.put({ ...usdcHarbour, chainId: 424242 }, usdcIsland)
  await settle()
  expect(screen.queryByText('Recent pairs')).toBeNull()
  app.recentPairs.put(usdcHarbour, usdcIsland)
  await settle()
  const followsButton = () =>
    screen.getByTestId('primary').compareDocumentPosition(screen.getByText('Recent pairs'))
  expect(followsButton()).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  await type(amount(), '5')
  expect(screen.queryByText('Recent pairs')).toBeNull()
  document.documentElement.classList.add('fluid')
  onTestFinished(() => document.documentElement.classList.remove('fluid'))
  draw(null)
  draw(<Home app={app} isWide={false} />)
  expect(followsButton()).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
