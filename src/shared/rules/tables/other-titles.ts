import type { ImportColumn } from './columns.ts';

/**
 * What other programs and people call a column in the titles of their files, in the languages of the app and in German, French and
 * Spanish, divided by bars, the likeliest first. The app understands these and says none of them.
 */
export const otherTitles: Readonly<Partial<Record<ImportColumn, string>>> = {
  works_in_audit:
    'Works in audit | Works in file | Werkt in audit | Werkt in de audit | Werkt in dossier | Werkt in het dossier | Lavora nella revisione | Lavora nel file',
  deadline:
    'Due date | Due | Ready by | Delivery date | Target date | Sign-off date | Signing date | Report date | Frist | Fälligkeit | Einddatum | Gereed op | Uiterlijk op | Opleverdatum | Streefdatum | Deadline datum | Oplevering | Uiterste datum | Uiterlijke datum | Datum gereed | Datum ondertekening | Data di scadenza | Termine | Pronto entro | Data di consegna | Consegna | Data consegna | Entro | Entro il | Reporting deadline | Deadline date | Rapportagedatum',
  components:
    'Number of components | Component count | Aantal groepsonderdelen | Aantal onderdelen | Onderdelen | Numero di componenti | Numero componenti',
  coupled_audits: 'Number of coupled audits | Aantal gekoppelde audits | Numero di revisioni collegate',
  partner:
    'Engagement partner | Partner in charge | Responsible partner | Lead partner | Engagement lead | EP | Vennoot | Verantwoordelijk partner | Tekenend partner | Verantwoordelijk vennoot | Tekenend accountant | Socio | Socio responsabile | Partner responsabile | Responsabile',
  manager:
    'Engagement manager | Audit manager | Mgr | EM | Senior manager | Opdrachtmanager | Controlemanager | Teamleider | Manager incarico | Responsabile operativo',
  client_id:
    'Client number | Client no | Customer ID | Client organisation ID | Client code | Customer number | Customer code | Client ID number | Account number | Mandantennummer | Kundennummer | Numéro client | Número de cliente | Cliëntnummer | Klantnummer | Klant-ID | Klantnr | Klantcode | Cliëntcode | Cliëntnr | Relatienummer | Debiteurnummer | Codice cliente | Numero cliente | N. cliente | Num. cliente | Cliente n. | Codice anagrafica',
  client_name:
    'Client name | Name of client | Name | Customer | Company | Company name | Client organisation | Client organization | Legal name | Account name | Organisation name | Organization name | Mandant | Mandantenname | Kunde | Kundenname | Firma | Raison sociale | Razón social | Nom du client | Cliëntnaam | Naam | Klant | Klantnaam | Bedrijfsnaam | Naam klant | Naam cliënt | Handelsnaam | Relatienaam | Naam relatie | Statutaire naam | Naam onderneming | Naam bedrijf | Onderneming | Organisatie | Nome cliente | Nome | Ragione sociale | Denominazione | Denominazione sociale | Società | Nome della società | Nominativo | Nome/ragione sociale | Client legal name | Customer name | Relatie | Debiteur | Debiteurnaam',
  country:
    'Country code | Country of establishment | Country name | Pays | País | Ctry | Landcode | Land van vestiging | Vestigingsland | Codice paese | Nazione | Stato estero | Paese di residenza | Paese sede | Paese/area geografica | Country of incorporation | Country of registration | Land van oprichting',
  domains:
    'Domain | E-mail domains | Email domain | Email domains | E-mail domain | Mail domains | Domein | E-maildomeinen | E-maildomein | Maildomein | Maildomeinen | Dominio | Domini e-mail | Domini email | Dominio e-mail | Dominio email',
  audit_id:
    'Audit number | Engagement ID | Engagement number | Engagement no | Engagement code | Job number | Job code | Audit no | Project number | Assignment number | Matter number | Auftragsnummer | Auditnummer | Opdracht-ID | Opdrachtnummer | Opdrachtnr | Opdrachtcode | Opdracht nr | Dossiernummer | Dossiernr | Dossiercode | Auditnr | Projectnummer | Projectcode | Codice revisione | Numero revisione | Incarico | Codice incarico | Numero incarico | N. incarico | Num. incarico | ID incarico | Numero pratica | Codice pratica | Codice commessa | Commessa | ID',
  audit_name:
    'Audit name | Engagement | Name | Engagement name | Job name | Audit title | Engagement description | Job description | Assignment | Assignment name | Project name | Auftrag | Auftragsbezeichnung | Auditnaam | Opdracht | Naam | Opdrachtnaam | Naam opdracht | Dossiernaam | Omschrijving opdracht | Opdrachtomschrijving | Projectnaam | Nome revisione | Nome | Incarico | Nome incarico | Denominazione incarico | Descrizione incarico | Nome pratica | Dossier | Description | Omschrijving | Descrizione | Oggetto | Group | Groep | Gruppo',
  audit_type:
    'Engagement type | Type of audit | Type of engagement | Assignment type | Service type | Auftragsart | Soort opdracht | Type audit | Type opdracht | Type controle | Soort controle | Opdrachttype | Opdrachtsoort | Tipo incarico | Tipologia | Tipologia incarico | Tipo di incarico | Type | Kind | Soort | Tipo',
  legal_entity_ids:
    'Legal entity ID | Entity ID | Company entity | Company code | Reporting entity | Gesellschaft | Rechtspersoon-ID | Entiteit-ID | Rechtspersoon-ID’s | Vennootschap | Werkmaatschappij | Dochter | Deelneming | Dochtermaatschappij | Werkmij | ID entità giuridica | Codice entità | Codice società | Controllata | Legal entity | Legal entities | Entities | Entity | Entity name | Legal entity name | Rechtspersoon | Rechtspersonen | Entiteit | Entiteiten | Entiteitnaam | Entità giuridica | Entità giuridiche | Entità | Nome entità | Entità legale | Ente',
  period_start:
    'Period from | Fiscal year start | Financial year start | Year start | FY start | Start of year | FY from | FY start date | Year from | Start FY | Fiscal year from | Financial year from | Geschäftsjahr von | Beginn Geschäftsjahr | Wirtschaftsjahr von | GJ von | GJ-Beginn | WJ-Beginn | Début exercice | Inicio ejercicio | Periode van | Boekjaar van | Begin boekjaar | Start boekjaar | Begindatum boekjaar | Startdatum boekjaar | Aanvang boekjaar | Boekjaar begin | Boekjaar start | Bj. van | Bj. start | Begin bj | Startdatum bj | Periode start | Periode begin | Begin van de periode | Begindatum periode | Startdatum periode | Boekjr van | Periodo dal | Esercizio dal | Inizio esercizio | Data inizio esercizio | Esercizio da | Inizio anno | Inizio es. | Es. dal | Data inizio periodo | Start | Start date | From | Date from | From date | Begin | Begindatum | Startdatum | Van | Datum van | Van datum | Ingangsdatum | Inizio | Data inizio | Dal | Data dal',
  period_end:
    'Period to | Year end | FYE | Fiscal year end | Financial year end | FY end | End of year | Balance sheet date | Period ending | FY end date | FYE date | Year end date | Y/E | YE | Fiscal YE | Reporting date | Balance date | Closing date | Fiscal year to | Financial year to | Geschäftsjahr bis | Ende Geschäftsjahr | Wirtschaftsjahr bis | GJ bis | GJ-Ende | WJ-Ende | Bilanzstichtag | Stichtag | Fin exercice | Clôture | Fin ejercicio | Fecha de cierre | Periode tot en met | Boekjaar t/m | Einde boekjaar | Eind boekjaar | Einddatum boekjaar | Boekjaar tot en met | Boekjaar tot | Boekjaar einde | Boekjaareinde | Balansdatum | Jaareinde | Bj. t/m | Bj. einde | Einde bj | Einddatum bj | Periode einde | Periode t/m | Einde van de periode | Einddatum periode | Boekjr t/m | Periodo al | Esercizio al | Fine esercizio | Data fine esercizio | Chiusura esercizio | Data di chiusura | Esercizio a | Fine anno | Fine es. | Es. al | Chiusura | Data chiusura | Chiusura bilancio | Data bilancio | Data fine periodo | Data di riferimento | End | End date | To | Date to | To date | Einde | Einddatum | Tot en met | T/m | Datum t/m | T/m datum | Datum tot en met | Per datum | Fine | Data fine | Al | Data al',
  work_package_id:
    'Package | Work package | Methodology | Work programme | Work program | Audit methodology | Approach | Audit approach | Pakket | Werkpakket | Methodiek | Werkprogramma | Controleaanpak | Methode | Aanpak | Pacchetto | Pacchetto di lavoro | Metodologia | Programma di lavoro | Metodo | Programma',
  scoping_label:
    'Label | Scoping package | Size | Scoping | Size class | Omvang | Grootte | Formaat | Grootteklasse | Groottecategorie | Klasse | Etichetta | Dimensione',
  language:
    'Audit language | Language code | Reporting language | Report language | Sprache | Langue | Idioma | Lang. | Taal van de audit | Taalcode | Rapportagetaal | Rapporttaal | Taal rapport | Voertaal | Lingua della revisione | Codice lingua | Lingua report | Lingua del report',
  unit_of_measurement:
    'Currency | Unit | Currency code | Reporting currency | CCY | Curr. | Functional currency | Presentation currency | Währung | Devise | Moneda | Valuta | Eenheid | Munteenheid | Muntsoort | Rapportagevaluta | Munt | Val. | Unità | Divisa | Moneta | Codice valuta',
  coupled_component_ids:
    'Coupled components | Coupled to | Coupled component | Gekoppelde groepsonderdelen | Gekoppeld aan | Componenti collegate | Collegata a',
  group_audit_id:
    'Group ID | Group code | Group number | Parent engagement | Konzern | Groep-ID | Groepsnummer | Groepscode | Moederopdracht | Hoofdopdracht | ID gruppo | Codice gruppo | Group | Group audit | Group engagement | Groep | Groepsaudit | Groepscontrole | Groepsopdracht | Gruppo | Revisione di gruppo | Incarico di gruppo | Incarico gruppo',
  component_id: 'Component number | Groepsonderdeelnummer | Codice componente',
  component_name:
    'Component name | Name | Naam groepsonderdeel | Naam | Naam onderdeel | Onderdeel | Componentnaam | Nome componente | Nome | Denominazione componente',
  auditor_relation:
    'Relation | Auditor | Component auditor | Component firm | Auditor relationship | Auditor type | Type of auditor | Audit firm | Relatie | Accountant | Accountantsrelatie | Accountant groepsonderdeel | Soort accountant | Type accountant | Relazione | Revisore | Revisore componente | Revisore della componente | Tipo revisore | Relatie accountant | Relazione revisore',
  out_of_scope_explanation:
    'Explanation | Reason out of scope | Out of scope reason | Reason | Rationale | Begründung | Reden | Reden buiten scope | Motivering | Toelichting buiten scope | Motivo | Motivo esclusione | Motivazione | Motivo fuori perimetro',
  user_id:
    'E-mail address | Mail | Email | Email address | User email | User email address | Staff email | Employee email | E-Mail-Adresse | Courriel | E-mailadres | E-mail adres | Emailadres | Mailadres | E-mailadres medewerker | E-mail medewerker | Indirizzo e-mail | Indirizzo email | Posta elettronica | Email utente | User | Employee | Username | Login | UPN | Gebruiker | Gebruikersnaam | Medewerker | Utente | Dipendente | Address | Adres | Indirizzo',
  role: 'Audit role | Role in audit | Role in engagement | Function | Team role | Grade | Position | Job title | Rolle | Rol in de audit | Functie | Rol in opdracht | Rol in de opdracht | Functie in opdracht | Rang | Teamrol | Ruolo nella revisione | Ruolo nell’incarico | Qualifica | Funzione | Role on engagement | Role on audit | Rol in dossier | Rol in het dossier | Ruolo nella pratica',
  allow_password_login:
    'Password sign-in | Password login | Password sign in | Log in with password | Login with password | Inloggen met wachtwoord | Wachtwoordlogin | Inlog met wachtwoord | Inloggen via wachtwoord | Autenticazione con password | Accesso tramite password | Login con password',
};
