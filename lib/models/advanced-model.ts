import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type ProblemData, problemData } from '../base/problem.ts'
import { checkQuoteRequest } from '../service/check-quote-request.ts'
import {
  type FlagName,
  type IdName,
  type OptionName,
  type QuoteOptions,
  type TextName,
  withOption,
} from '../service/quote-request.ts'
import type { Account } from '../wallet/port.ts'
import type { DraftModel } from './draft-model.ts'
import type { ReceiverModel } from './request-model.ts'
import type { ViewPorts } from './view-ports.ts'

const addresses: readonly OptionName[] = [
  'feeTakerAddress',
  'delegateAddress',
  'exclusiveTransmitter',
  'refundAddress',
]
/** Accounts of requests have Ethereum's form whatever chain is sent from. */
const anyEvmChain = 1

const opposite: { readonly [name in IdName]: IdName } = {
  includeBridges: 'excludeBridges',
  excludeBridges: 'includeBridges',
  includeDexes: 'excludeDexes',
  excludeDexes: 'includeDexes',
}

interface AdvancedPorts extends Pick<ViewPorts, 'client'> {
  readonly draft: DraftModel
  readonly receiver: ReceiverModel
  readonly account: ReadonlySignal<Account | null>
}

export type AdvancedModel = ReturnType<typeof createAdvancedModel>

/**
 * Models every optional parameter of interface 4.4; what cannot be right is never set, and what cannot go together is
 * said.
 */
export function createAdvancedModel({ client, draft, receiver, account }: AdvancedPorts) {
  const { options } = draft
  /** What was typed where it is not right, by option; it is not asked for. */
  const wrong = signal<{ readonly [name in TextName]?: string }>({})

  /** The background could not be asked. */
  const failed = signal<ProblemData | null>(null)

  const asked = (wanted: QuoteOptions) => ({
    originChainId: draft.input.value?.chainId ?? 0,
    userAddress: account.value?.address ?? null,
    receiverAddress: receiver.state.value.kind === 'address' ? receiver.state.value.address : null,
    options: wanted,
  })

  /** Accounts are held against their checksum by the background; `null` where it cannot be right. */
  async function sentValue(name: TextName, text: string): Promise<string | null> {
    if (!addresses.includes(name)) return problemOf({ [name]: text })?.code === 'optionInvalid' ? null : text
    const chainId = name === 'refundAddress' ? asked({}).originChainId : anyEvmChain
    const reply = await client.send('checkReceiver', { chainId, text })
    return 'address' in reply ? reply.address : null
  }

  function problemOf(wanted: QuoteOptions): ProblemData | null {
    try {
      // The operator's fee is the background's to know; it refuses that one itself, before any request.
      checkQuoteRequest(asked(wanted), null)
      return null
    } catch (thrown) {
      return problemData(thrown)
    }
  }

  return {
    options,
    wrong,
    /** Why what is set cannot be asked for. */
    problem: computed(() => failed.value ?? problemOf(options.value)),
    setFlag(name: FlagName, isOn: boolean): void {
      options.value = withOption(options.value, name, isOn ? true : undefined)
    },
    async setText(name: TextName, typed: string): Promise<void> {
      const text = typed.trim()
      const { [name]: _before, ...others } = wrong.value
      options.value = withOption(options.value, name, undefined)
      wrong.value = text === '' ? others : { ...others, [name]: typed }
      if (text === '') return
      let value: string | null = null
      try {
        value = await sentValue(name, text)
      } catch (thrown) {
        failed.value = problemData(thrown)
        return
      }
      if (value === null || wrong.value[name] !== typed) return
      const { [name]: _typed, ...left } = wrong.value
      wrong.value = left
      options.value = withOption(options.value, name, value as QuoteOptions[TextName])
    },
    toggleId(name: IdName, id: string): void {
      options.value = withIdToggled(options.value, name, id)
    },
    reset(): void {
      wrong.value = {}
      options.value = {}
    },
  }
}

/** Takes an id in or out of a list; nothing is both included and excluded. */
function withIdToggled(options: QuoteOptions, name: IdName, id: string): QuoteOptions {
  const before = options[name] ?? []
  const next = before.includes(id) ? before.filter((one) => one !== id) : [...before, id]
  const other = (options[opposite[name]] ?? []).filter((one) => one !== id)
  const mine = withOption(options, name, next.length === 0 ? undefined : next)
  return withOption(mine, opposite[name], other.length === 0 ? undefined : other)
}
