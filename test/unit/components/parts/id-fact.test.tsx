import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { act } from 'preact/test-utils'
import { describe, expect, it } from 'vitest'
import { ChunkedAddress, CostRows, IdFact, TransactionLink } from '../../../../components/parts/IdFact.tsx'
import type { FeeList, SwapCost } from '../../../../lib/quote/swap-cost.ts'
import { ethHarbour, usdcHarbour } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, plainText } from '../test-app.tsx'

inBrowser()

const hash = `0x${'5d'.repeat(32)}`
const url = `https://explorer.example/tx/${hash}`

describe('IdFact', () => {
  it('shows a short ID, exposes all of it as its title, and copies all of it', async () => {
    const user = userEvent.setup({ delay: null })
    draw(<IdFact name="Order hash" value={hash} />)
    const [id] = document.getElementsByTagName('code')
    expect(id?.textContent).not.toBe(hash)
    expect(id?.title).toBe(hash)
    expect(screen.queryByRole('link')).toBeNull()
    await act(() => user.click(button('Copy Order hash')))
    expect(await navigator.clipboard.readText()).toBe(hash)
    expect(screen.getByRole('status').textContent).toBe('Copied')
  })

  it('links the explorer, with a label that names the linked item', () => {
    draw(<IdFact name="Order hash" value={hash} link={{ url, unverifiedHost: null }} />)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Order hash/ })
    expect([link.href, link.rel]).toEqual([url, 'noreferrer noopener'])
    expect(screen.queryByTestId('explorer-reported')).toBeNull()
  })

  it('says when only the service reports an explorer', () => {
    draw(<IdFact name="Order hash" value={hash} link={{ url, unverifiedHost: 'explorer.example' }} />)
    const reported = plainText(screen.getByTestId('explorer-reported'))
    expect(reported.trim()).toBe('explorer.example, named by the service')
  })

  it('renders nothing without an ID', () => {
    draw(<IdFact name="Order hash" value={null} />)
    expect(document.body.textContent).toBe('')
  })
})

describe('TransactionLink', () => {
  it("puts a transaction hash of the chain's format into the URL, and nothing else", async () => {
    const { app } = await createTestApp()
    draw(<TransactionLink app={app} chainId={31337} hash={hash} />)
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Transaction on Harbour/ })
    expect(link.href).toBe(`http://127.0.0.1:8788/explorer/31337/tx/${hash}`)
    draw(<TransactionLink app={app} chainId={31337} hash="../../evil" />)
    expect(screen.queryByRole('link')).toBeNull()
    expect(document.body.textContent).toContain('evil')
  })
})

const drawCosts = (...[list, cost]: [FeeList, SwapCost | null]) =>
  draw(
    <dl>
      <CostRows list={list} cost={cost} />
    </dl>,
  )

it('a fee without a reported amount has a row of its own, and is not zero', () => {
  const fees = [{ kind: 'relayer', token: usdcHarbour, amount: '400000', feeInUsd: '0.40' } as const]
  const native = { kind: 'native', token: ethHarbour, amount: '0', feeInUsd: null } as const
  drawCosts({ fees: [...fees, native], unknownFees: ['gas'] }, null)
  expect(screen.getByTestId('fee-relayer').textContent).toMatch(/\$0\.40 · .*0\.40.USDC/)
  expect(screen.getByTestId('fee-native').textContent).not.toContain('$')
  expect(screen.getByTestId('fee-gas').textContent).toMatch(/Not stated by the service$/)
  expect(screen.queryByTestId('cost-rest')).toBeNull()
})

it.each([
  ['the price alone', {}, 'Price difference'],
  ['fees without a value', { isRestPrice: false }, 'Price difference and other fees'],
  ['gas that arrives', { includesRefuel: true }, 'Price difference and gas you receive'],
])('the rest of a cost is the last part, and is named by what it includes: %s', (_, part, name) => {
  const cost = {
    ...{ inUsd: '0.39', percent: '0.39', isLowerBound: false, approvalGasInUsd: '0' },
    ...{ restInUsd: '-0.0125', isRestPrice: true, includesRefuel: false, ...part },
  }
  drawCosts({ fees: [], unknownFees: [] }, cost)
  expect(screen.getByTestId('cost-rest').textContent).toBe(`${name}\u2212$0.01`)
})

it.each([
  ['0', null],
  ['0.0265', 'Approval gasUp to $0.03'],
  [null, 'Approval gasUnknown'],
])('the gas of approvals is a part of a cost: %s', (approvalGasInUsd, shown) => {
  const rest = { restInUsd: '0', isRestPrice: true, includesRefuel: false }
  const cost = { inUsd: '0.39', percent: '0.39', isLowerBound: false, approvalGasInUsd, ...rest }
  drawCosts({ fees: [], unknownFees: [] }, cost)
  expect(screen.queryByTestId('fee-approval')?.textContent ?? null).toBe(shown)
})

it('an address in groups is read as one text', () => {
  draw(<ChunkedAddress text="0x70997970c518" />)
  const [chunks] = document.getElementsByClassName('chunked')
  expect(chunks?.textContent).toBe('0x70997970c518')
  expect([...(chunks?.children ?? [])].map((one) => one.textContent)).toEqual(['0x', '7099', '7970', 'c518'])
})
