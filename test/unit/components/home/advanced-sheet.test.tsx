import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { AdvancedSheet } from '../../../../components/home/AdvancedSheet.tsx'
import { Problem } from '../../../../lib/base/problem.ts'
import { createAdvancedModel } from '../../../../lib/models/advanced-model.ts'
import type { ChainView } from '../../../../lib/tokens/token-messages.ts'
import type { Answers } from '../../models/fake-client.ts'
import { account, chains, start } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

/** The sheet over a form with Harbour as origin; `harbour` overrides its fields. */
async function renderAdvancedSheet(harbour: Partial<ChainView> = {}, answers: Partial<Answers> = {}) {
  const [first, ...others] = chains
  if (first === undefined) throw new Error('no chain')
  const shown = await createTestApp({
    start: { ...start, chains: [{ ...first, ...harbour }, ...others] },
    answers,
  })
  const model = createAdvancedModel(shown.app)
  draw(<AdvancedSheet app={shown.app} model={model} />)
  return { ...shown, model }
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const hintOf = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent

describe('AdvancedSheet', () => {
  it('sets nothing when opened, and explains each option', async () => {
    const { model } = await renderAdvancedSheet()
    expect(model.options.value).toEqual({})
    for (const input of screen.getAllByRole<HTMLInputElement>('textbox')) expect(hintOf(input)).not.toBe('')
    expect(screen.queryByTestId('problem')).toBeNull()
  })

  it('focuses the refund address if a deposit lacks it, else the title', async () => {
    const shown = await createTestApp({ start: { ...start, account: null } })
    const { draft } = shown.app.swap
    const renderOpened = async () => {
      const model = createAdvancedModel(shown.app)
      draw(null)
      draw(<AdvancedSheet app={shown.app} model={model} />)
      return document.activeElement
    }
    expect(await renderOpened()).toBe(screen.getByRole('heading', { name: 'Advanced options' }))
    draft.options.value = { enableDepositAddress: true }
    expect(await renderOpened()).toBe(screen.getByTestId('option-refundAddress'))
    draft.options.value = { enableDepositAddress: true, refundAddress: account.address }
    expect(await renderOpened()).toBe(screen.getByRole('heading', { name: 'Advanced options' }))
  })

  it.each([
    ['500', false],
    ['500.5', true],
    ['9999', true],
  ])('accepts a fee of %s, and warns that it is unusual: %s', async (fee, isUnusual) => {
    const { type, model } = await renderAdvancedSheet()
    const input = screen.getByTestId<HTMLInputElement>('option-feeBps')
    await type(input, fee)
    expect(model.options.value).toEqual({ feeBps: fee })
    expect(input.getAttribute('aria-invalid')).toBe('false')
    expect(hintOf(input)?.startsWith('Unusual')).toBe(isUnusual)
  })

  it.each([
    ['3.5', '3.5'],
    ['3,5', '3.5'],
    ['.5', '0.5'],
    ['5.', '5'],
  ])('reads a fee of %s as %s while the field keeps the typed text', async (typed, fee) => {
    const { type, model } = await renderAdvancedSheet()
    const input = screen.getByTestId<HTMLInputElement>('option-feeBps')
    await type(input, typed)
    expect(model.options.value).toEqual({ feeBps: fee })
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual([typed, 'false'])
  })

  it('accepts valid values in the format in which they are sent', async () => {
    const { type, model } = await renderAdvancedSheet()
    await type(field('Delegate'), account.address.toUpperCase().replace('0X', '0x'))
    expect(model.options.value).toEqual({ delegateAddress: account.address })
    // In full, in place of its field.
    expect(screen.getByTestId('option-delegateAddress-address').textContent).toBe(account.address)
  })

  it('keeps an invalid value in its field with an error, and sends none of it', async () => {
    const { type, model } = await renderAdvancedSheet()
    const typed = field('Delegate')
    await type(typed, '0x12')
    expect(model.options.value).toEqual({})
    expect([typed.value, typed.getAttribute('aria-invalid')]).toEqual(['0x12', 'true'])
    expect(hintOf(typed)).toBe('Not a valid value. Fix or clear it to continue.')
    expect(hintOf(field('Fee recipient'))).toMatch(/Needs a fee/)
  })

  it('reports options that need another option, until that one is set', async () => {
    const { type, press } = await renderAdvancedSheet({ isDepositEnabled: true })
    expect(screen.queryByRole('textbox', { name: 'Refund address' })).toBeNull()
    await press(screen.getByRole('switch', { name: 'Use deposit address' }))
    expect(screen.getByTestId('problem').textContent).toContain('Add a refund address')
    await type(field('Refund address'), account.address)
    expect(screen.queryByTestId('problem')).toBeNull()
  })

  it('lets a deposit be switched off that the pair does not support', async () => {
    const { model, settle } = await renderAdvancedSheet({ isDepositEnabled: false })
    model.options.value = { enableDepositAddress: true }
    await settle()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Use deposit address' }).disabled).toBe(false)
  })

  it('names the option that is invalid for the current chain', async () => {
    const { model, settle } = await renderAdvancedSheet()
    model.options.value = { refundAddress: 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH' }
    await settle()
    expect(screen.getByTestId('problem').textContent).toContain('“Refund address” isn’t valid')
  })

  it('includes or excludes a bridge, never both', async () => {
    const { press, model } = await renderAdvancedSheet({ bridges: ['across', 'cctp', 'cctp-v2'] })
    const used = within(screen.getByRole('group', { name: 'Bridges to use' }))
    const left = within(screen.getByRole('group', { name: 'Bridges to exclude' }))
    expect(used.getAllByRole('button').map((one) => one.textContent)).toEqual(['across', 'cctp-v2'])
    await press(used.getByRole('button', { name: 'across' }))
    await press(left.getByRole('button', { name: 'across' }))
    expect(model.options.value).toEqual({ excludeBridges: ['across'] })
    expect(used.getByRole('button', { name: 'across' }).getAttribute('aria-pressed')).toBe('false')
    expect(left.getByRole('button', { name: 'across' }).getAttribute('aria-pressed')).toBe('true')
  })

  it("lets the person remove an exchange that the chain's list no longer has", async () => {
    const { press, model, settle } = await renderAdvancedSheet()
    expect(screen.queryByRole('group', { name: 'Exchanges to exclude' })).toBeNull()
    model.toggleId('excludeDexes', 'gone-swap')
    await settle()
    await press(button('gone-swap'))
    expect(model.options.value).toEqual({})
    expect(screen.queryByRole('group', { name: 'Exchanges to exclude' })).toBeNull()
  })

  it('offers manual routes when only a manual filter is set', async () => {
    const served = { bridges: ['across'], isManualEnabled: true }
    const { press, model } = await renderAdvancedSheet(served)
    expect(screen.getByText('Manual and direct routes use no other bridges.')).toBeDefined()
    await press(screen.getByRole('switch', { name: 'Hide automatic routes' }))
    expect(screen.queryByTestId('manual-offer')).toBeNull()
    await press(screen.getByRole('switch', { name: 'Hide automatic routes' }))
    const used = within(screen.getByRole('group', { name: 'Bridges to use' }))
    await press(used.getByRole('button', { name: 'across' }))
    expect(screen.getByTestId('manual-offer').textContent).toContain('manual routes are off.')
    await press(button('Show manual routes'))
    expect(model.options.value).toEqual({ includeBridges: ['across'], enableManual: true })
    expect(screen.queryByTestId('manual-offer')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Manual routes' }))
  })

  it('offers no manual routes for a pair without them', async () => {
    const { press } = await renderAdvancedSheet({ bridges: ['across'], isManualEnabled: false })
    const used = within(screen.getByRole('group', { name: 'Bridges to use' }))
    await press(used.getByRole('button', { name: 'across' }))
    expect(screen.queryByTestId('manual-offer')).toBeNull()
    expect(screen.getByTestId('manual-not-served')).toBeDefined()
  })

  it('says which swap methods the pair lacks', async () => {
    await renderAdvancedSheet({ isDepositEnabled: false, isManualEnabled: true })
    expect(screen.getByText('The service has no deposit addresses for this pair.')).toBeDefined()
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Use deposit address' }).disabled).toBe(true)
    expect(screen.queryByTestId('manual-not-served')).toBeNull()
    await renderAdvancedSheet({ isDepositEnabled: true, isManualEnabled: false })
    expect(screen.queryByTestId('deposit-not-served')).toBeNull()
    expect(screen.getByTestId('manual-not-served').textContent).toMatch(/no route paid by wallet transaction/)
  })

  it('hides the sponsor option where there is no sponsor, and says why', async () => {
    await renderAdvancedSheet()
    expect(screen.queryByRole('textbox', { name: 'Solana fee payer' })).toBeNull()
    expect(screen.getByText(/only works within Solana/)).toBeDefined()
  })

  it('shows that an address could not be checked until it is checked or removed', async () => {
    let isDown = true
    const checkReceiver: Answers['checkReceiver'] = ({ text }) => {
      if (isDown) throw new Problem('serviceUnreachable')
      return { address: text.toLowerCase(), name: null, risks: [] }
    }
    const { press, clear, type, model } = await renderAdvancedSheet({}, { checkReceiver })
    await type(field('Delegate'), account.address)
    expect(model.options.value).toEqual({})
    expect(model.problem.value?.code).toBe('serviceUnreachable')
    expect(field('Delegate').getAttribute('aria-invalid')).toBe('false')
    isDown = false
    // Editing another field does not resolve the problem.
    await type(field('Fee recipient'), account.address)
    expect(model.problem.value?.code).toBe('serviceUnreachable')
    await press(screen.getByTestId('option-feeTakerAddress-clear'))
    await clear(field('Delegate'))
    await type(field('Delegate'), account.address)
    expect(model.options.value).toEqual({ delegateAddress: account.address })
    expect(screen.queryByTestId('problem')).toBeNull()
    isDown = true
    await press(screen.getByTestId('option-delegateAddress-edit'))
    await type(field('Delegate'), '0')
    expect(model.problem.value?.code).toBe('serviceUnreachable')
    await press(button('Reset all'))
    expect(screen.queryByTestId('problem')).toBeNull()
  })

  it('calls no value wrong while its check is running', async () => {
    const checks: PromiseWithResolvers<Awaited<ReturnType<Answers['checkReceiver']>>>[] = []
    const checkReceiver: Answers['checkReceiver'] = () => {
      const check = Promise.withResolvers<Awaited<ReturnType<Answers['checkReceiver']>>>()
      checks.push(check)
      return check.promise
    }
    const { settle, model } = await renderAdvancedSheet({}, { checkReceiver })
    void model.setText('delegateAddress', account.address)
    await settle()
    expect(field('Delegate').getAttribute('aria-invalid')).toBe('false')
    checks[0]?.resolve({ problem: new Problem('addressInvalid').data })
    await settle()
    expect(field('Delegate').getAttribute('aria-invalid')).toBe('true')
  })

  it('checks an address again when the person wants it, and when the options open again', async () => {
    let isDown = true
    const checkReceiver: Answers['checkReceiver'] = ({ text }) => {
      if (isDown) throw new Problem('serviceUnreachable')
      return { address: text.toLowerCase(), name: null, risks: [] }
    }
    const { press, settle, model, app } = await renderAdvancedSheet({}, { checkReceiver })
    void model.setText('delegateAddress', account.address)
    await settle()
    expect(model.options.value).toEqual({})
    isDown = false
    await press(button('Try again'))
    expect(model.options.value).toEqual({ delegateAddress: account.address })
    isDown = true
    void model.setText('delegateAddress', account.address)
    await settle()
    isDown = false
    const again = createAdvancedModel(app)
    await settle()
    expect([again.unset.value, again.options.value]).toEqual([{}, { delegateAddress: account.address }])
  })

  it('ignores a failed check when the text has changed since', async () => {
    const fails: ((thrown: unknown) => void)[] = []
    const checkReceiver: Answers['checkReceiver'] = () =>
      new Promise((_done, failed) => void fails.push(failed))
    const { settle, model } = await renderAdvancedSheet({}, { checkReceiver })
    void model.setText('delegateAddress', account.address)
    void model.setText('delegateAddress', '')
    for (const fail of fails) fail(new Problem('serviceUnreachable'))
    await settle()
    expect(screen.queryByTestId('problem')).toBeNull()
  })

  it('resets all options and invalid text with one press', async () => {
    const { press, type, model } = await renderAdvancedSheet()
    await press(screen.getByRole('switch', { name: 'Manual routes' }))
    await type(field('Call gas limit'), 'much')
    await press(button('Reset all'))
    expect(model.options.value).toEqual({})
    expect(field('Call gas limit').value).toBe('')
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Manual routes' }).checked).toBe(false)
  })
})
