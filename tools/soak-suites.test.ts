import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { propertyOptions } from '../test/property-options.ts'
import { suites } from './soak-suites.ts'

const files = ['src', 'test']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
  .filter((file) => file.endsWith('.test.ts') && readFileSync(file, 'utf8').includes('propertyOptions('))
const isRunInLongForm = (file: string): boolean => {
  const { races, properties } = suites
  const suite = file.startsWith('test/races/') ? races : properties?.args.some((name) => file.includes(name)) ? properties : undefined
  return suite?.env.PROPERTY_RUNS !== undefined
}

test('every property with a long form is soaked in it', () => {
  expect(files.length).toBeGreaterThan(5)
  expect(files.filter((file) => !isRunInLongForm(file))).toEqual([])
})

test('a run is repeated from its seed, and short unless a long one is asked for', () => {
  expect(propertyOptions({ short: 4 }, {})).toEqual({ numRuns: 4, endOnFailure: true })
  expect(propertyOptions({ short: 4, most: 300 }, { PROPERTY_RUNS: '900', RANDOM_SEED: '0' })).toEqual({ numRuns: 300, endOnFailure: false, seed: 0 })
  expect(propertyOptions({ short: 4, variable: 'MODEL_RUNS' }, { PROPERTY_RUNS: '900', MODEL_RUNS: '7' })).toMatchObject({ numRuns: 7 })
})
