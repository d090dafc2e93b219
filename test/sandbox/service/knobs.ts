import type { Address } from 'viem'
import type { NativeForm } from '../chains/ledger.ts'
import { type Affiliates, startAffiliates } from './affiliates.ts'
import { type Dress, dresses } from './said.ts'

/** Milliseconds before a request reaches each state. */
export interface Pace {
  assigned: number
  extracted: number
  fulfilled: number
  settled: number
}

/** Lives in seconds of what expires. */
export interface Life {
  quoteSeconds: number
  deadlineSeconds: number
  depositSeconds: number
  inboxSeconds: number
}

export const outcomes = ['settle', 'expire', 'cancel', 'cancelTaken', 'refund', 'refundThere'] as const
/**
 * How a request shall end; `cancelTaken`: cancelled after its funds were taken, so that those of an inbox request lie in the
 * inbox again; `refundThere`: paid back to the receiver on the destination.
 */
export type Outcome = (typeof outcomes)[number]

const writtenShapes = ['observed', 'interface'] as const
/** `observed`: as in wire-shapes; `interface`: only what the interface literally writes. */
export type Shape = (typeof writtenShapes)[number]
/** Either of them, or what is observed in another dress. */
export const shapes = [...writtenShapes, ...dresses] as const
export type AnyShape = (typeof shapes)[number]

const startOffer: OfferTerms = { lessPercent: '0', suggestedSlippage: null }
const startPace: Pace = { assigned: 300, extracted: 300, fulfilled: 300, settled: 300 }
const startLife: Life = { quoteSeconds: 60, deadlineSeconds: 600, depositSeconds: 600, inboxSeconds: 600 }

/** What the offers from now on are like beside what they cost. */
export interface OfferTerms {
  /** So much less arrives, in percent as decimal text. */
  lessPercent: string
  /** `suggestedClientSlippage` in percent; null: the slippage that was asked for. */
  suggestedSlippage: number | null
}

/** Everything the controls may set, with its value at the start. */
export class Knobs {
  pace: Pace = { ...startPace }
  life: Life = { ...startLife }
  offer: OfferTerms = { ...startOffer }
  shape: Shape = 'observed'
  /** How a native request through the inbox names its input; the inboxes are switched with it. */
  nativeForm: NativeForm = 'wrapped'
  /** The delegate that the service chooses by itself; null: the requested one, else the user. */
  delegate: Address | null = null
  /** How what is observed is dressed; null as it is. */
  dress: Dress | null = null
  /** Who may take fees, by affiliate id. */
  affiliates: Affiliates = startAffiliates
  /** Origins that may POST; they outlive a reset, as the extension they belong to does. */
  origins: ReadonlySet<string>
  /** Network addresses that may POST whatever their origin says; kept over a reset as well. */
  addresses: ReadonlySet<string> = new Set()
  /** Whether GETs, too, need a listed origin; kept over a reset with the list. */
  everyRequest = false
  #planned: { outcome: Outcome; count: number }[] = []

  constructor(origins: readonly string[]) {
    this.origins = new Set(origins)
  }

  wear(shape: AnyShape): void {
    const isWritten = shape === 'observed' || shape === 'interface'
    this.shape = isWritten ? shape : 'observed'
    this.dress = isWritten ? null : shape
  }

  /** Plans how the next `count` requests end; plans are used up in the order they came. */
  plan(outcome: Outcome, count: number): void {
    this.#planned.push({ outcome, count })
  }

  /** The outcome of a request that starts now. */
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
    this.wear('observed')
    this.#planned = []
  }
}
