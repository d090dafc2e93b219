import { batch, computed, effect, signal } from '@preact/signals'
import { formatUnits, parseUnits } from '../base/amount.ts'
import { dollarsText, multiplyUnits } from '../base/decimal.ts'
import { nativeAddress } from '../base/hex.ts'
import { type ProblemData, problemData } from '../base/problem.ts'
import type { PastQuoteRequest } from '../history/past-quote-request.ts'
import type { QuoteView } from '../quote/quote-view.ts'
import type { StartView } from '../rpc/messages.ts'
import { type QuoteOptions, withoutOneSwap, withoutOrigin } from '../service/quote-request.ts'
import { type Token, tokenKey } from '../service/token.ts'
import { localKeys, readLocal, type TextStorage, writeLocal } from './view-ports.ts'

/** What the user has typed and picked so far, as it is kept. */
export interface Draft {
  readonly input: Token | null
  readonly output: Token | null
  readonly amountText: string
  readonly entry: 'token' | 'fiat'
  readonly receiverText: string
  readonly isReceiverOpen: boolean
  /** Dollars per whole token by token key, from quotes. */
  readonly prices: { readonly [key: string]: string }
  /** Absent in drafts kept before there were any. */
  readonly options?: QuoteOptions
}

export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'units'; readonly units: bigint }
  | { readonly kind: 'problem'; readonly problem: ProblemData }

export type DraftModel = ReturnType<typeof createDraftModel>

/**
 * Creates the model of the swap being prepared; every keystroke is kept and is there again when the view is opened the
 * next time.
 */
export function createDraftModel({ storage }: { storage: TextStorage }) {
  const stored = readLocal<Draft>(storage, localKeys.draft)
  const input = signal(stored?.input ?? null)
  const output = signal(stored?.output ?? null)
  const amountText = signal(stored?.amountText ?? '')
  const entry = signal(stored?.entry ?? 'token')
  const receiverText = signal(stored?.receiverText ?? '')
  const isReceiverOpen = signal(stored?.isReceiverOpen ?? false)
  const prices = signal(stored?.prices ?? {})
  const options = signal<QuoteOptions>(stored?.options ?? {})

  const price = computed(() => (input.value === null ? null : (prices.value[tokenKey(input.value)] ?? null)))
  /** Held between keystrokes: were it to follow each quote, each quote would change the amount and ask for another. */
  const heldPrice = signal(price.peek())
  const amount = computed((): TypedAmount => {
    const token = input.value
    if (token === null || amountText.value.trim() === '') return { kind: 'empty' }
    try {
      const units =
        entry.value === 'token'
          ? parseUnits(amountText.value, token.decimals)
          : unitsFromDollars(amountText.value, token.decimals, heldPrice.value ?? '0')
      return units === null || units === 0n ? { kind: 'empty' } : { kind: 'units', units }
    } catch (thrown) {
      return { kind: 'problem', problem: problemData(thrown) }
    }
  })

  const stopKeeping = effect(() => {
    const draft: Draft = {
      input: input.value,
      output: output.value,
      amountText: amountText.value,
      entry: entry.value,
      receiverText: receiverText.value,
      isReceiverOpen: isReceiverOpen.value,
      prices: prices.value,
      options: options.value,
    }
    writeLocal(storage, localKeys.draft, draft)
  })

  function holdPrice(): void {
    heldPrice.value = price.peek()
  }

  /** Dollars without a price for the token mean nothing: the field goes back to tokens. */
  function settleEntry(textInTokens: string): void {
    holdPrice()
    if (entry.value === 'token' || price.value !== null) return
    entry.value = 'token'
    amountText.value = textInTokens
  }

  return {
    input,
    output,
    amountText,
    entry,
    receiverText,
    isReceiverOpen,
    options,
    price,
    amount,
    dispose: stopKeeping,
    setAmount(text: string): void {
      batch(() => {
        holdPrice()
        amountText.value = text
      })
    },
    /** Fills the field with an exact token amount. */
    setUnits(units: bigint | string): void {
      const token = input.value
      if (token === null) return
      batch(() => {
        entry.value = 'token'
        amountText.value = formatUnits(units, token.decimals)
      })
    },
    pick(side: 'input' | 'output', token: Token): void {
      const mine = side === 'input' ? input : output
      const other = side === 'input' ? output : input
      batch(() => {
        const before = input.value?.chainId
        if (other.value !== null && tokenKey(other.value) === tokenKey(token)) other.value = mine.value
        mine.value = token
        if (input.value?.chainId !== before) options.value = withoutOrigin(options.value)
        settleEntry('')
      })
    },
    /** Turns the direction round. `receivedUnits` of the shown quote stands in where dollars lose their price. */
    flip(receivedUnits: string | null): void {
      const [from, to] = [input.value, output.value]
      if (from === null || to === null) return
      batch(() => {
        input.value = to
        output.value = from
        if (to.chainId !== from.chainId) options.value = withoutOrigin(options.value)
        settleEntry(receivedUnits === null ? '' : formatUnits(receivedUnits, to.decimals))
      })
    },
    /** Changes between tokens and dollars; the text is converted, rounded down. */
    toggleEntry(): void {
      const token = input.value
      const dollars = price.value
      if (token === null || dollars === null) return
      const typed = amount.value
      batch(() => {
        holdPrice()
        if (typed.kind === 'units') {
          amountText.value =
            entry.value === 'token'
              ? dollarsOf(typed.units, token.decimals, dollars)
              : formatUnits(typed.units, token.decimals)
        }
        entry.value = entry.value === 'token' ? 'fiat' : 'token'
      })
    },
    setReceiver(text: string): void {
      receiverText.value = text
    },
    /** Gives the swap back to the user's own account. */
    removeReceiver(): void {
      batch(() => {
        receiverText.value = ''
        isReceiverOpen.value = false
      })
    },
    openReceiver(): void {
      isReceiverOpen.value = true
    },
    /** Remembers what a quote says a token is worth. */
    learnPrice(quote: QuoteView): void {
      if (quote.inputPriceInUsd === null) return
      const key = tokenKey(quote.inputToken)
      if (prices.value[key] !== quote.inputPriceInUsd) {
        prices.value = { ...prices.value, [key]: quote.inputPriceInUsd }
      }
    },
    /** Puts a whole swap into the form; its receiver is checked anew, like anything typed. */
    fill(swap: PastQuoteRequest): void {
      batch(() => {
        input.value = swap.input
        output.value = swap.output
        entry.value = 'token'
        amountText.value = formatUnits(swap.inputAmount, swap.input.decimals)
        receiverText.value = swap.receiver ?? ''
        isReceiverOpen.value = swap.receiver !== null
        options.value = swap.options
        holdPrice()
      })
    },
    /** After a swap is on its way: the amount, the receiver and what was said of this one swap belong to that one. */
    clear(): void {
      batch(() => {
        options.value = withoutOneSwap(options.value)
        amountText.value = ''
        receiverText.value = ''
        isReceiverOpen.value = false
      })
    },
  }
}

const dollarDecimals = 6
const priceDecimals = 18

/**
 * Returns the units an amount of dollars buys at a price per whole token, rounded down. Null where the price is zero.
 * Throws what `parseUnits` throws for the typed text.
 */
function unitsFromDollars(dollars: string, decimals: number, priceText: string): bigint | null {
  // The price is rounded up, so that the units never come out above what the dollars are worth.
  const [whole = '0', fraction = ''] = priceText.split('.')
  const digits = fraction.slice(0, priceDecimals).padEnd(priceDecimals, '0')
  const price = BigInt(whole + digits) + (/[1-9]/.test(fraction.slice(priceDecimals)) ? 1n : 0n)
  if (price === 0n) return null
  const paid = parseUnits(dollars, dollarDecimals)
  return (paid * 10n ** BigInt(decimals + priceDecimals - dollarDecimals)) / price
}

/** Returns the worth of units as dollars with two places, rounded down. */
export function dollarsOf(units: bigint | string, decimals: number, priceText: string): string {
  return dollarsText(multiplyUnits(units, decimals, priceText))
}

/**
 * Returns a first pair for somebody who has picked none: a verified token on one chain and the same symbol on another.
 */
export function defaultPair(start: StartView): { readonly input: Token; readonly output: Token } | null {
  const live = new Set(start.chains.filter((chain) => chain.isConfigured).map((chain) => chain.chainId))
  const tokens = start.tokens.filter((token) => live.has(token.chainId))
  const first = tokens.find((token) => token.isVerified && token.address !== nativeAddress) ?? tokens[0]
  if (first === undefined) return null
  const elsewhere = tokens.filter((token) => token.chainId !== first.chainId)
  const twin = elsewhere.find((token) => token.isVerified && token.symbol === first.symbol)
  const second = twin ?? elsewhere[0] ?? tokens.find((token) => token !== first)
  return second === undefined ? null : { input: first, output: second }
}
