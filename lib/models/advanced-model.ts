import { batch, computed, signal } from '@preact/signals'
import { nativeAddress } from '../base/hex.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { parseDecimal, toDisplayedText } from '../base/typed-text.ts'
import { checkQuoteRequest } from '../service/check-quote-request.ts'
import { type OptionName, withOption } from '../service/quote-options.ts'
import { type FlagName, type IdName, type TextName, textNames } from '../service/quote-request.ts'
import type { QuoteOptions } from '../service/quote-request-shape.ts'
import type { AppModel } from './app-model.ts'
import type { UnsetOption } from './draft-model.ts'
import { fillRefund } from './follow-parties.ts'
import { createGeneration, type Generation } from './generation.ts'

export const addressOptions: readonly OptionName[] = [
  'feeTakerAddress',
  'delegateAddress',
  'exclusiveTransmitter',
  'refundAddress',
]
/** Account options are EVM addresses, whatever the origin. */
const anyEvmChain = 1

const opposite: { readonly [name in IdName]: IdName } = {
  includeBridges: 'excludeBridges',
  excludeBridges: 'includeBridges',
  includeDexes: 'excludeDexes',
  excludeDexes: 'includeDexes',
}

export type AdvancedModel = ReturnType<typeof createAdvancedModel>

/** Every optional parameter of interface 4.4. An invalid value is never set; a contradiction is reported. */
export function createAdvancedModel(app: AppModel) {
  const { options, setOption, setOptions, unsetOptions: unset, madeFor } = app.swap.draft
  const { problemOf, sentValue } = createOptionChecks(app)
  const failure = computed(() => Object.values(unset.value).find((one) => one.failure !== null)?.failure)

  /** The typed fee: `2.` may become `2.5`. */
  const typedFee = signal({ typed: '', feeBps: '' })

  const generations = new Map<TextName, Generation>()

  /** One generation per field: typing in one does not end the check of another. */
  function generationOf(name: TextName): Generation {
    const generation = generations.get(name) ?? createGeneration()
    generations.set(name, generation)
    return generation
  }

  function setUnset(name: TextName, next: UnsetOption | null): void {
    const { [name]: _before, ...others } = unset.value
    unset.value = next === null ? others : { ...others, [name]: next }
  }

  async function setText(name: TextName, typed: string): Promise<void> {
    const text = toDisplayedText(typed).trim()
    const mine: UnsetOption | null = text === '' ? null : { typed: toDisplayedText(typed), failure: null }
    madeFor.value = { ...madeFor.value, [name]: undefined }
    setOption(name, undefined)
    setUnset(name, mine)
    const isNewest = generationOf(name).begin()
    if (mine === null) return
    const isCurrent = () => isNewest() && unset.value[name] === mine
    try {
      const value = await sentValue(name, text)
      if (!isCurrent()) return
      if (value === null) return setUnset(name, { ...mine, isRefused: true })
      setUnset(name, null)
      if (name === 'feeBps') typedFee.value = { typed: mine.typed, feeBps: value }
      setOption(name, value as QuoteOptions[TextName])
    } catch (thrown) {
      if (isCurrent()) setUnset(name, { ...mine, failure: toProblemData(thrown) })
    }
  }

  // The view was closed during their check, or before it could succeed.
  for (const name of textNames) {
    const one = unset.value[name]
    if (one !== undefined && one.isRefused !== true) void setText(name, one.typed)
  }

  return {
    options,
    unset,
    textOf(name: TextName): string {
      const value = options.value[name] ?? ''
      const isTypedFee = name === 'feeBps' && typedFee.value.feeBps === value
      return unset.value[name]?.typed ?? (isTypedFee ? typedFee.value.typed : value)
    },
    problem: computed(() => failure.value ?? problemOf(options.value)),
    setFlag(name: FlagName, isOn: boolean): void {
      setOption(name, isOn ? true : undefined)
    },
    setText,
    toggleId(name: IdName, id: string): void {
      options.value = withIdToggled(options.value, name, id)
    },
    ...createDepositSwitch(app),
    reset: () => setOptions({}),
  }
}

function createDepositSwitch(app: AppModel) {
  const { options, setOption, madeFor } = app.swap.draft
  return {
    /** Refunds go to the connected account where it has an address on the origin. */
    payByDeposit: () =>
      batch(() => {
        if (options.value.enableDepositAddress !== true) setOption('enableDepositAddress', true)
        if (options.value.refundAddress === undefined) fillRefund(app)
      }),
    payNoDeposit: () =>
      batch(() => {
        setOption('enableDepositAddress', undefined)
        setOption('refundAddress', undefined)
        madeFor.value = { ...madeFor.value, refundAddress: undefined }
      }),
  }
}

function createOptionChecks({ client, start, swap }: AppModel) {
  const { draft, receiver } = swap
  const requested = (wanted: QuoteOptions) => ({
    originChainId: draft.input.value?.chainId ?? 0,
    originFormat: start.formOf(draft.input.value?.chainId ?? 0),
    inputToken: draft.input.value?.address ?? nativeAddress,
    userAddress: start.account.value?.address ?? null,
    receiverAddress: receiver.state.value.kind === 'address' ? receiver.state.value.address : null,
    options: wanted,
  })

  function problemOf(wanted: QuoteOptions): ProblemData | null {
    try {
      // Only the background knows the deployment file; it refuses by it before any request.
      checkQuoteRequest(requested(wanted), { fee: null, wrappedNative: null })
      return null
    } catch (thrown) {
      return toProblemData(thrown)
    }
  }

  /** The background checks the checksum of an account; `null` where the text is invalid. */
  async function sentValue(name: TextName, text: string): Promise<string | null> {
    if (!addressOptions.includes(name)) {
      const value = name === 'feeBps' ? (parseDecimal(text) ?? text) : text
      return problemOf({ [name]: value })?.code === 'optionInvalid' ? null : value
    }
    const { originChainId, originFormat } = requested({})
    const isOfOrigin = name === 'refundAddress' || (originFormat === 'evm' && originChainId !== 0)
    const chainId = isOfOrigin ? originChainId : anyEvmChain
    const reply = await client.send('checkReceiver', { chainId, text })
    // A name would be read here only once. Ferry reads the recipient's again before each wallet request.
    return 'address' in reply && reply.name === null ? reply.address : null
  }

  return { problemOf, sentValue }
}

/** Adds an id to a list or removes it; no id is both included and excluded. */
function withIdToggled(options: QuoteOptions, name: IdName, id: string): QuoteOptions {
  const before = options[name] ?? []
  const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
  const other = (options[opposite[name]] ?? []).filter((one) => one !== id)
  const mine = withOption(options, name, next.length === 0 ? undefined : next)
  return withOption(mine, opposite[name], other.length === 0 ? undefined : other)
}
