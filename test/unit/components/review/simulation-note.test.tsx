import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SimulationNote } from '../../../../components/review/SimulationNote.tsx'
import { type Address, nativeAddress } from '../../../../lib/base/hex.ts'
import type { SimulationSummary } from '../../../../lib/chain/effects.ts'
import { usdcHarbour, usdcIsland } from '../../models/fake-data.ts'
import { createTestApp, draw, inBrowser, plainText } from '../test-app.tsx'

inBrowser()

const usdc = usdcHarbour.address as Address
const unknown: Address = `0x${'ab'.repeat(20)}`
const measured = {
  kind: 'measured',
  leaves: [],
  arrives: [],
  received: null,
  isWhole: true,
  sources: 2,
} as const satisfies SimulationSummary

type Of = Parameters<typeof SimulationNote>[0]['of']

async function renderNote(simulation: SimulationSummary, of: Of = 'send'): Promise<string | null> {
  const { app } = await createTestApp()
  const tokens = [usdcHarbour, usdcIsland]
  draw(<SimulationNote app={app} of={of} simulation={simulation} chainId={31337} tokens={tokens} />)
  const note = screen.queryByTestId('simulation')
  return note && plainText(note)
}

describe('SimulationNote', () => {
  it("shows amounts sent, amounts received, and the recipient's amount", async () => {
    const leaves = [{ token: usdc, units: '100000000' }]
    const arrives = [{ token: nativeAddress, units: '40000000000000000' }]
    expect(await renderNote({ ...measured, leaves, arrives })).toBe('Simulated −100 USDC +0.04 ETH')
    const received = { token: usdc, units: '99000000' }
    expect(await renderNote({ ...measured, leaves, received })).toBe(
      'Simulated −100 USDC +99 USDC to the recipient',
    )
  })

  it('names an unknown token by its contract, without an amount', async () => {
    const text = await renderNote({ ...measured, arrives: [{ token: unknown, units: '5' }] })
    expect(text).toMatch(/^Simulated \+0xabab/)
    expect(text).not.toMatch(/\b5\b/)
  })

  it.each<[Of, string]>([
    ['approve', 'Simulated: approving moves nothing out of your wallet'],
    ['send', 'Simulated: the transaction moves no tokens'],
    ['cancel', 'Simulated: revoking the signature moves no tokens'],
    ['withdraw', 'Simulated: the withdrawal moves no tokens'],
    ['revoke', 'Simulated: revoking the approval moves no tokens'],
  ])('says of what was tried alone that nothing moves: %s', async (of, said) => {
    expect(await renderNote(measured, of)).toBe(said)
  })

  it('says when the simulation is incomplete, or comes from one source only', async () => {
    const once = 'By one source only'
    const listed = 'Only these tokens and the ones Ferry knows on this network were checked'
    expect(await renderNote({ ...measured, sources: 1 })).toMatch(new RegExp(` · ${once}$`))
    expect(await renderNote({ ...measured, isWhole: false })).toMatch(new RegExp(` · ${listed}$`))
    expect(await renderNote({ ...measured, isWhole: false, sources: 1 })).toMatch(
      new RegExp(` · ${listed} · ${once}$`),
    )
    const whole = await renderNote(measured)
    expect(whole).not.toContain(once)
    expect(whole).not.toContain(listed)
  })

  it('warns when the simulation failed, and shows nothing when there is nothing to simulate', async () => {
    expect(await renderNote({ kind: 'unmeasured' })).toBe('Not simulated before you sign')
    expect(screen.getByTestId('simulation').className).toContain('warning')
    expect(await renderNote({ kind: 'nothing' })).toBeNull()
  })
})
