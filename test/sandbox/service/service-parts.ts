import type { Ledger } from '../chains/ledger.ts'
import type { Book } from './book.ts'
import type { Catalogue } from './catalogue.ts'
import type { FarLedger } from './far-ledger.ts'
import type { ServiceSettings } from './service-settings.ts'
import type { Solver } from './solver.ts'

export interface ServiceParts {
  readonly baseUrl: string
  readonly ledger: Ledger
  readonly far: FarLedger
  readonly catalogue: Catalogue
  readonly serviceSettings: ServiceSettings
  readonly book: Book
  readonly solver: Solver
}

export interface Call {
  readonly params: URLSearchParams
  readonly body: unknown
  readonly affiliate: string | null
}
