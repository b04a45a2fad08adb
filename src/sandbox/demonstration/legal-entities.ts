/** A legal entity as a fixture has it. */
export interface LegalEntityRow {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly parent_id: string | null;
}

/** A legal entity with those directly below it. */
interface Branch {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly below: readonly Branch[];
}

function branch(id: string, name: string, country: string, below: readonly Branch[] = []): Branch {
  return { id, name, country, below };
}

function rows({ id, name, country, below }: Branch, parent: string | null = null): readonly LegalEntityRow[] {
  return [{ id, name, country, parent_id: parent }, ...below.flatMap((child) => rows(child, id))];
}

/** Valkenhorst: makers of pumps and valves; 40 legal entities, the lowest three levels below the top. */
export const valkenhorstEntities: readonly LegalEntityRow[] = rows(
  branch('valkenhorst', 'Valkenhorst Groep N.V.', 'NL', [
    branch('VH-1000', 'Valkenhorst Nederland Holding B.V.', 'NL', [
      branch('VH-1100', 'Valkenhorst Pompen B.V.', 'NL', [
        branch('VH-1110', 'Valkenhorst Pompen Service B.V.', 'NL'),
        branch('VH-1120', 'Gieterij De Drie Linden B.V.', 'NL'),
      ]),
      branch('VH-1200', 'Valkenhorst Kleppen & Afsluiters B.V.', 'NL', [
        branch('VH-1210', 'Afsluitertechniek Zaanoever B.V.', 'NL'),
      ]),
      branch('VH-1300', 'Waterbeheer Noordermeer B.V.', 'NL', [
        branch('VH-1310', 'Noordermeer Installaties B.V.', 'NL'),
        branch('VH-1320', 'Noordermeer Meettechniek B.V.', 'NL'),
      ]),
      branch('VH-1400', 'Valkenhorst Vastgoed B.V.', 'NL', [
        branch('VH-1410', 'Kade 17 Vastgoed B.V.', 'NL'),
      ]),
      branch('VH-1500', 'Valkenhorst IT & Diensten B.V.', 'NL'),
      branch('VH-1600', 'Valkenhorst Onderzoek B.V.', 'NL', [
        branch('VH-1610', 'Hydrolab Westerkade B.V.', 'NL'),
      ]),
      branch('VH-1900', 'Handelsonderneming Sluiswijk B.V.', 'NL'),
    ]),
    branch('VH-2000', 'Valkenhorst Italia S.p.A.', 'IT', [
      branch('VH-2100', 'Pompe Adriatica S.p.A.', 'IT', [
        branch('VH-2110', 'Pompe Adriatica Service S.r.l.', 'IT'),
        branch('VH-2120', 'Fonderia Pieve Alta S.r.l.', 'IT'),
      ]),
      branch('VH-2200', 'Valvole Brianza S.r.l.', 'IT', [
        branch('VH-2210', 'Officine Meccaniche Valsorda S.r.l.', 'IT'),
      ]),
      branch('VH-2300', 'Idraulica Valdarno S.r.l.', 'IT'),
      branch('VH-2400', 'Servizi Idrici Roncaglia S.r.l.', 'IT', [
        branch('VH-2410', 'Depurazione Roncaglia S.r.l.', 'IT'),
      ]),
      branch('VH-2500', 'Immobiliare Corso Aurelio S.r.l.', 'IT'),
      branch('VH-2900', 'Compressori Trevisan S.r.l. in liquidazione', 'IT'),
    ]),
    branch('VH-3000', 'Valkenhorst Americas, Inc.', 'US', [
      branch('VH-3100', 'Lakeshore Pump Works, Inc.', 'US', [
        branch('VH-3110', 'Lakeshore Field Services, LLC', 'US'),
        branch('VH-3120', 'Great Bend Castings, LLC', 'US'),
      ]),
      branch('VH-3200', 'Tidewater Valve Company, LLC', 'US', [
        branch('VH-3210', 'Tidewater Valve Distribution, LLC', 'US'),
      ]),
      branch('VH-3300', 'Clearbrook Water Systems, Inc.', 'US', [
        branch('VH-3310', 'Clearbrook Analytics, LLC', 'US'),
      ]),
      branch('VH-3400', 'Valkenhorst Americas Real Estate, LLC', 'US'),
      branch('VH-3900', 'Old Mill Road Holdings, LLC', 'US'),
    ]),
    branch('VH-4000', 'Valkenhorst International Finance B.V.', 'NL', [
      branch('VH-4100', 'Valkenhorst Treasury Services B.V.', 'NL'),
      branch('VH-4200', 'Valkenhorst Verzekeringen N.V.', 'NL'),
    ]),
  ]),
);

export const molinoSerraEntities: readonly LegalEntityRow[] = rows(
  branch('molino-serra', 'Molino Serra S.p.A.', 'IT', [
    branch('MS-10', 'Pastificio Serra S.r.l.', 'IT', [branch('MS-11', 'Serra Distribuzione S.r.l.', 'IT')]),
    branch('MS-20', 'Agricola Poggio Serra S.r.l.', 'IT'),
    branch('MS-30', 'Serra Foods USA, Inc.', 'US'),
  ]),
);

export const harborlineEntities: readonly LegalEntityRow[] = rows(
  branch('harborline', 'Harborline Logistics, Inc.', 'US', [
    branch('HL-100', 'Harborline Trucking, LLC', 'US'),
    branch('HL-200', 'Harborline Cold Storage, LLC', 'US'),
    branch('HL-300', 'Harborline Europe B.V.', 'NL'),
  ]),
);

export const oeverzorgEntities: readonly LegalEntityRow[] = rows(
  branch('oeverzorg', 'Stichting Oeverzorg', 'NL', [
    branch('OZ-2', 'Oeverzorg Thuis B.V.', 'NL'),
    branch('OZ-3', 'Stichting Vrienden van Oeverzorg', 'NL'),
  ]),
);

export const tessituraEntities: readonly LegalEntityRow[] = rows(
  branch('tessitura-lanaro', 'Tessitura Lanaro S.r.l.', 'IT'),
);

export const testEntities: readonly LegalEntityRow[] = rows(
  branch('proefgroep', 'Proefgroep N.V. (test)', 'NL', [
    branch('PG-1', 'Proefbedrijf B.V. (test)', 'NL'),
    branch('PG-2', 'Azienda di Prova S.r.l. (test)', 'IT'),
    branch('PG-3', 'Sample Company, Inc. (test)', 'US'),
  ]),
);
