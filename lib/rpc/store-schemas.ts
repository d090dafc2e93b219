import * as v from 'valibot'
import type { StoreMessages } from './store-messages.ts'

/** The shape of each message about the store. */
export const storeSchemas: {
  readonly [K in keyof StoreMessages]: v.GenericSchema<unknown, StoreMessages[K]['input']>
} = {
  rescue: v.null(),
  unreadable: v.null(),
}
