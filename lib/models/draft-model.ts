import { batch, computed, signal } from '@preact/signals'
import { formatDecimal, formatUnits, multiplyUnits } from '../base/decimal.ts'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { parseAmount, parseDecimal, readDollarAmount, toDisplayedText } from '../base/typed-text.ts'
import type { PastQuoteRequest } from '../history/past-quote-request.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import { type OptionName, originNames, removeOriginOptions, withOption } from '../service/quote-options.ts'
import type { TextName } from '../service/quote-request.ts'
import type { QuoteOptions } from '../service/quote-request-shape.ts'
import { type Token, tokenKey } from '../service/token.ts'
import { createLifetime } from './lifetime.ts'
import { localKeys, readLocal, type TextStorage, writeLocal } from './view-ports.ts'

export interface Draft {
  readonly input: Token | null
  readonly output: Token | null
  readonly amountText: string
  readonly entry: 'token' | 'fiat'
  readonly receiverText: string
  readonly isReceiverOpen: boolean
  /** Dollars per whole token by token key, from quotes. */
  readonly prices: { readonly [key: string]: string }
  readonly options: QuoteOptions
  /**
   * Whom options were made for. `refundAddress`: the account that Ferry filled in, empty without one; absent for a typed
   * address. `depositDestinationMemo`: the recipient; absent before the first one, empty after it was removed with its own.
   */
  readonly madeFor: { readonly [name in TextName]?: string | undefined }
  readonly refusedTexts?: { readonly [name in TextName]?: string }
}

/** A typed option that is not set: its check is running, unless it failed or refused the text. */
export interface UnsetOption {
  readonly typed: string
  /** Why the text could not be checked. */
  readonly failure: ProblemData | null
  /** The text is invalid. */
  readonly isRefused?: true
}

type UnsetOptions = { readonly [name in TextName]?: UnsetOption }

type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'units'; readonly units: bigint }
  | { readonly kind: 'problem'; readonly problem: ProblemData }

export type DraftModel = ReturnType<typeof createDraftModel>

/** Creates the model of the swap being prepared. Each keystroke is stored, so the next view shows the same draft. */
export function createDraftModel({ storage }: { storage: TextStorage }) {
  const life = createLifetime()
  const stored = readLocal<Draft>(storage, localKeys.draft)
  const input = signal(stored?.input ?? null)
  const output = signal(stored?.output ?? null)
  const options = signal<QuoteOptions>(stored?.options ?? {})
  const unsetOptions = signal<UnsetOptions>(unsetOptionsOf(stored?.refusedTexts ?? {}))
  const madeFor = signal<Draft['madeFor']>(stored?.madeFor ?? {})
  const receiverText = signal(stored?.receiverText ?? '')
  const isReceiverOpen = signal(stored?.isReceiverOpen ?? false)
  const amountText = signal(stored?.amountText ?? '')
  const entry = signal(stored?.entry ?? 'token')
  const prices = signal(stored?.prices ?? {})
  const price = computed(() => (input.value === null ? null : (prices.value[tokenKey(input.value)] ?? null)))
  /** Tokens whose price came from a quote of this view; other prices are from an earlier session. */
  const pricedKeys = new Set<string>()
  /**
   * The price of the last keystroke. If it followed each quote, each quote would change the amount and request another
   * quote.
   */
  const heldPrice = signal(price.peek())
  const amount = computed(() => typedAmount(input.value, amountText.value, entry.value, heldPrice.value))

  life.watch(
    (): Draft => ({
      input: input.value,
      output: output.value,
      amountText: amountText.value,
      entry: entry.value,
      receiverText: receiverText.value,
      isReceiverOpen: isReceiverOpen.value,
      // Each quote changes them. If they stored the draft, an idle view would store its old one over that of another view.
      prices: prices.peek(),
      options: options.value,
      madeFor: madeFor.value,
      refusedTexts: refusedTextsOf(unsetOptions.value),
    }),
    (draft) => writeLocal(storage, localKeys.draft, draft),
  )

  /** Sets a receiver; null is the user's own account. */
  function fillReceiver(receiver: string | null): void {
    batch(() => {
      receiverText.value = receiver ?? ''
      isReceiverOpen.value = receiver !== null
    })
  }

  function setOptions(all: QuoteOptions): void {
    options.value = all
    unsetOptions.value = {}
    madeFor.value = {}
  }

  function enter(as: Draft['entry'], text: string): void {
    batch(() => {
      entry.value = as
      amountText.value = text
    })
  }

  function setUnits(units: bigint | string): void {
    if (input.value !== null) enter('token', formatUnits(units, input.value.decimals))
  }

  /** Adapts the amount to another token. Without a price for it, an entry in dollars becomes one in tokens. */
  function settleAmount(textInTokens: string): void {
    heldPrice.value = price.peek()
    if (entry.value === 'fiat' && price.value === null) enter('token', textInTokens)
    const decimals = input.value?.decimals
    if (entry.value === 'token' && decimals !== undefined)
      amountText.value = cutText(amountText.value, decimals)
  }

  function clearOriginOptions(): void {
    options.value = removeOriginOptions(options.value)
    const kept = Object.entries(unsetOptions.value).filter(
      ([name]) => !originNames.some((one) => one === name),
    )
    unsetOptions.value = Object.fromEntries(kept)
  }

  return {
    input,
    output,
    options,
    /** While any is unset the form offers no review: the swap would differ from the typed options. */
    unsetOptions,
    madeFor,
    setOptions,
    receiverText,
    isReceiverOpen,
    amountText,
    entry,
    price,
    amount,
    heldPrice,
    /** `undefined` removes the option. */
    setOption<N extends OptionName>(name: N, value: QuoteOptions[N] | undefined): void {
      options.value = withOption(options.value, name, value)
    },
    pick(side: 'input' | 'output', token: Token): void {
      const mine = side === 'input' ? input : output
      const other = side === 'input' ? output : input
      batch(() => {
        const before = input.value?.chainId
        if (other.value !== null && tokenKey(other.value) === tokenKey(token)) other.value = mine.value
        mine.value = token
        if (input.value?.chainId !== before) clearOriginOptions()
        settleAmount('')
      })
    },
    /** Swaps the two tokens. `receivedUnits` of the displayed quote replaces an amount in dollars that has no price. */
    flip(receivedUnits: string | null): void {
      const [from, to] = [input.value, output.value]
      if (from === null || to === null) return
      batch(() => {
        input.value = to
        output.value = from
        if (to.chainId !== from.chainId) clearOriginOptions()
        settleAmount(receivedUnits === null ? '' : formatUnits(receivedUnits, to.decimals))
      })
    },
    setReceiver(text: string): void {
      receiverText.value = toDisplayedText(text)
    },
    removeReceiver: () => fillReceiver(null),
    openReceiver(): void {
      isReceiverOpen.value = true
    },
    /** Sets typed or pasted text. A dollar sign means dollars where a price is known; such text is never read as tokens. */
    setAmount: (text: string) =>
      batch(() => {
        heldPrice.value = price.peek()
        const dollars = readDollarAmount(text)
        if (dollars !== null && price.peek() !== null) enter('fiat', dollars)
        else amountText.value = toDisplayedText(text)
      }),
    setTokens: (text: string) => enter('token', text),
    setUnits,
    /** Switches between tokens and dollars; converts the text, rounded down. */
    toggleEntry(): void {
      const [token, dollars, typed] = [input.value, price.value, amount.value]
      if (token === null || dollars === null) return
      const next = entry.value === 'token' ? 'fiat' : 'token'
      batch(() => {
        heldPrice.value = dollars
        // Text that cannot be read is of the other unit.
        if (typed.kind !== 'units') enter(next, '')
        else if (next === 'token') enter(next, formatUnits(typed.units, token.decimals))
        else enter(next, dollarsOf(typed.units, token.decimals, dollars))
      })
    },
    learnPrice({ inputToken, inputPriceInUsd }: QuoteView): void {
      const key = tokenKey(inputToken)
      const isFirst = !pricedKeys.has(key)
      if (inputPriceInUsd === null && !isFirst) return
      batch(() => {
        pricedKeys.add(key)
        prices.value = withPrice(prices.value, key, inputPriceInUsd)
        if (!isFirst || input.value === null || key !== tokenKey(input.value)) return
        // Convert dollars again that used the price of an earlier session. Without a price they become tokens.
        const typed = amount.value
        if (inputPriceInUsd === null && entry.value === 'fiat')
          enter('token', typed.kind === 'units' ? formatUnits(typed.units, input.value.decimals) : '')
        heldPrice.value = inputPriceInUsd
      })
    },
    /** Fills the form with a whole swap. Its receiver is checked like a typed one. */
    fill(swap: PastQuoteRequest): void {
      batch(() => {
        input.value = swap.input
        output.value = swap.output
        setOptions(swap.options)
        fillReceiver(swap.receiver)
        setUnits(swap.inputAmount)
        settleAmount('')
      })
    },
    /** Empties the form after its swap was confirmed, except for these options. */
    clear(left: QuoteOptions): void {
      batch(() => {
        setOptions(left)
        amountText.value = ''
        fillReceiver(null)
      })
    },
    dispose: life.dispose,
  }
}

function refusedTextsOf(unset: UnsetOptions): NonNullable<Draft['refusedTexts']> {
  return Object.fromEntries(Object.entries(unset).map(([name, { typed }]) => [name, typed]))
}

function unsetOptionsOf(texts: NonNullable<Draft['refusedTexts']>): UnsetOptions {
  return Object.fromEntries(Object.entries(texts).map(([name, typed]) => [name, { typed, failure: null }]))
}

function withPrice(prices: Draft['prices'], key: string, price: string | null): Draft['prices'] {
  const { [key]: _before, ...others } = prices
  return price === null ? others : { ...others, [key]: price }
}

/** Cuts decimals that the token does not have, as after a flip; leaves other text unchanged. */
export function cutText(text: string, decimals: number): string {
  const [whole, fraction = ''] = parseDecimal(text)?.split('.') ?? []
  if (whole === undefined || fraction.length <= decimals) return text
  const kept = fraction.slice(0, decimals).replace(/0+$/, '')
  return kept === '' ? whole : `${whole}.${kept}`
}

/** Parses typed text as units of the token; dollars at this price per whole token. */
export function typedAmount(
  token: Token | null,
  text: string,
  entry: Draft['entry'],
  price: string | null,
): TypedAmount {
  if (token === null || text.trim() === '') return { kind: 'empty' }
  try {
    const units =
      entry === 'token'
        ? parseAmount(text, token.decimals)
        : unitsFromDollars(text, token.decimals, price ?? '0')
    return units === null || units === 0n ? { kind: 'empty' } : { kind: 'units', units }
  } catch (thrown) {
    return { kind: 'problem', problem: toProblemData(thrown) }
  }
}

export const dollarDecimals = 6
const priceDecimals = 18

/**
 * Returns the units that an amount of dollars buys at a price per whole token, rounded down. Null for a price of zero.
 * Throws as `parseAmount` does for the typed text.
 */
function unitsFromDollars(dollars: string, decimals: number, priceText: string): bigint | null {
  // Round the price up, so that the units are never worth more than the dollars.
  const [whole = '0', fraction = ''] = priceText.split('.')
  const digits = fraction.slice(0, priceDecimals).padEnd(priceDecimals, '0')
  const price = BigInt(whole + digits) + (/[1-9]/.test(fraction.slice(priceDecimals)) ? 1n : 0n)
  if (price === 0n) return null
  const paid = parseAmount(dollars, dollarDecimals)
  return (paid * 10n ** BigInt(decimals + priceDecimals - dollarDecimals)) / price
}

/** Returns the value of units in dollars, rounded down: with two places, or with six if it is less than a cent. */
export function dollarsOf(units: bigint | string, decimals: number, priceText: string): string {
  const value = multiplyUnits(units, decimals, priceText)
  const cents = formatDecimal(value)
  return cents === '0.00' ? value : cents
}
