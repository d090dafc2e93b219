import type { Ledger } from '../chains/ledger.ts'
import type { Book } from './book.ts'
import type { Catalogue } from './catalogue.ts'
import type { FarLedger } from './far-ledger.ts'
import type { Runner } from './runner.ts'
import type { ServiceSettings } from './service-settings.ts'

export interface SolverParts {
  readonly ledger: Ledger
  readonly far: FarLedger
  readonly catalogue: Catalogue
  readonly serviceSettings: ServiceSettings
  readonly book: Book
  readonly runner: Runner
}

export const pollMs = 200

export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
