import type { Ledger } from '../chains/ledger.ts'
import type { Book } from './book.ts'
import type { Catalogue } from './catalogue.ts'
import type { FarLedger } from './far-ledger.ts'
import type { Knobs } from './service-settings.ts'
import type { Runner } from './runner.ts'

export interface SolverParts {
  readonly ledger: Ledger
  readonly far: FarLedger
  readonly catalogue: Catalogue
  readonly knobs: Knobs
  readonly book: Book
  readonly runner: Runner
}

/** The interval at which the chains are read. */
export const lookMs = 200

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
