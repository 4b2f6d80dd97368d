/** Why a row of an import did not come is a code with its data; the sentence that was made from them stays beside. Rows of before have the sentence alone. */
export const up = /* sql */ `
alter table data_import_row add column reason_code text;
alter table data_import_row add column reason_data jsonb;
`
