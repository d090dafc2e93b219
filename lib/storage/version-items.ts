import * as v from 'valibot'
import { type KeyValueArea, type LocalItem, localItem } from './local.ts'

const versionSchema = v.nullable(v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,9}){0,3}$/)))

/** Creates the version of Ferry before the last update. */
export function createVersionBeforeItem(area: KeyValueArea): LocalItem<string | null> {
  return localItem<string | null>(area, 'versionBefore', versionSchema, null)
}

/** Creates a later version that waits; belongs into an area that ends with the browser's session. */
export function createVersionWaitingItem(area: KeyValueArea): LocalItem<string | null> {
  return localItem<string | null>(area, 'versionWaiting', versionSchema, null)
}
