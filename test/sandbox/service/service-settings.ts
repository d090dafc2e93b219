import type { Address } from 'viem'
import type { NativeForm } from '../chains/ledger.ts'
import { type Affiliates, startAffiliates } from './affiliates.ts'
import { type ResponseFormat, responseFormats } from './response-formats.ts'

/** Milliseconds before a request reaches each state. */
export interface Pace {
  assigned: number
  extracted: number
  fulfilled: number
  settled: number
}

/** Lifetimes in seconds. */
export interface Life {
  quoteSeconds: number
  deadlineSeconds: number
  depositSeconds: number
  inboxSeconds: number
}

export const outcomes = ['settle', 'expire', 'cancel', 'cancelTaken', 'refund', 'refundThere'] as const
/**
 * The planned end of a request.
 * - `cancelTaken`: cancelled after extraction, so that an inbox request's funds return to the inbox.
 * - `refundThere`: refunded to the receiver on the destination.
 */
export type Outcome = (typeof outcomes)[number]

const writtenShapes = ['observed', 'interface'] as const
/** `observed`: as in wire-shapes; `interface`: only the fields that the interface documents. */
export type Shape = (typeof writtenShapes)[number]
/** Either of them, or the observed one in another dress. */
export const shapes = [...writtenShapes, ...responseFormats] as const
export type AnyShape = (typeof shapes)[number]

const startOffer: OfferTerms = { lessPercent: '0', suggestedSlippage: null }
const startPace: Pace = { assigned: 300, extracted: 300, fulfilled: 300, settled: 300 }
const startLife: Life = { quoteSeconds: 60, deadlineSeconds: 600, depositSeconds: 600, inboxSeconds: 600 }

export interface OfferTerms {
  /** The output is lower by this percentage, in decimal text. */
  lessPercent: string
  /** `suggestedClientSlippage` in percent; null: the requested slippage. */
  suggestedSlippage: number | null
}

/** Everything that the controls can set, with its start value. */
export class ServiceSettings {
  pace: Pace = { ...startPace }
  life: Life = { ...startLife }
  offer: OfferTerms = { ...startOffer }
  shape: Shape = 'observed'
  /** The input of a native request through the inbox. The inboxes are switched with it. */
  nativeForm: NativeForm = 'wrapped'
  /** The delegate that the service chooses by itself; null: the requested one, else the user. */
  delegate: Address | null = null
  /** The dress of observed responses; null: none. */
  responseFormat: ResponseFormat | null = null
  affiliates: Affiliates = startAffiliates
  /** Origins that may POST. They outlive a reset, as their extension does. */
  origins: ReadonlySet<string>
  /** Network addresses that may POST with any origin. They outlive a reset too. */
  addresses: ReadonlySet<string> = new Set()
  /** Whether GETs need a listed origin too. It outlives a reset with the list. */
  everyRequest = false
  #planned: { outcome: Outcome; count: number }[] = []

  constructor(origins: readonly string[]) {
    this.origins = new Set(origins)
  }

  setShape(shape: AnyShape): void {
    const isWritten = shape === 'observed' || shape === 'interface'
    this.shape = isWritten ? shape : 'observed'
    this.responseFormat = isWritten ? null : shape
  }

  /** Plans the end of the next `count` requests. Plans are used in the order in which they came. */
  plan(outcome: Outcome, count: number): void {
    this.#planned.push({ outcome, count })
  }

  nextOutcome(): Outcome {
    const plan = this.#planned.find(({ count }) => count > 0)
    if (!plan) return 'settle'
    plan.count -= 1
    return plan.outcome
  }

  reset(): void {
    this.pace = { ...startPace }
    this.life = { ...startLife }
    this.offer = { ...startOffer }
    this.nativeForm = 'wrapped'
    this.delegate = null
    this.affiliates = startAffiliates
    this.setShape('observed')
    this.#planned = []
  }
}
