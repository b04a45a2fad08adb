import type { ImportColumn } from './columns.ts';

/**
 * What other programs and people call a column in the titles of their files, in the languages of the app and in German, French and
 * Spanish, divided by bars. The app understands these and says none of them.
 */
export const otherTitles: Readonly<Partial<Record<ImportColumn, string>>> = {
  works_in_audit:
    'Works in audit | Works in file | Werkt in audit | Werkt in de audit | Werkt in dossier | Werkt in het dossier | Lavora nella revisione | Lavora nel file',
  deadline:
    'Due date | Due | Ready by | Delivery date | Target date | Sign-off date | Signing date | Report date | Frist | Fälligkeit | Einddatum | Gereed op | Uiterlijk op | Opleverdatum | Streefdatum | Deadline datum | Oplevering | Uiterste datum | Uiterlijke datum | Datum gereed | Datum ondertekening | Data di scadenza | Termine | Pronto entro | Data di consegna | Consegna | Data consegna | Entro | Entro il',
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
    'Client name | Name of client | Name | Customer | Company | Company name | Client organisation | Client organization | Legal name | Account name | Organisation name | Organization name | Mandant | Mandantenname | Kunde | Kundenname | Firma | Raison sociale | Razón social | Nom du client | Cliëntnaam | Naam | Klant | Klantnaam | Bedrijfsnaam | Naam klant | Naam cliënt | Handelsnaam | Relatienaam | Naam relatie | Statutaire naam | Naam onderneming | Naam bedrijf | Onderneming | Organisatie | Nome cliente | Nome | Ragione sociale | Denominazione | Denominazione sociale | Società | Nome della società | Nominativo | Nome/ragione sociale',
  country:
    'Country code | Country of establishment | Country name | Pays | País | Ctry | Landcode | Land van vestiging | Vestigingsland | Codice paese | Nazione | Stato estero | Paese di residenza | Paese sede | Paese/area geografica',
  domains:
    'Domain | E-mail domains | Email domain | Email domains | E-mail domain | Mail domains | Domein | E-maildomeinen | E-maildomein | Maildomein | Maildomeinen | Dominio | Domini e-mail | Domini email | Dominio e-mail | Dominio email',
  audit_id:
    'Audit number | Engagement ID | ID | Engagement number | Engagement no | Engagement code | Job number | Job code | Audit no | Project number | Assignment number | Matter number | Auftragsnummer | Auditnummer | Opdracht-ID | Opdrachtnummer | Opdrachtnr | Opdrachtcode | Opdracht nr | Dossiernummer | Dossiernr | Dossiercode | Auditnr | Projectnummer | Projectcode | Codice revisione | Numero revisione | Incarico | Codice incarico | Numero incarico | N. incarico | Num. incarico | ID incarico | Numero pratica | Codice pratica | Codice commessa | Commessa',
  audit_name:
    'Audit name | Engagement | Name | Group | Engagement name | Job name | Audit title | Engagement description | Job description | Assignment | Assignment name | Project name | Auftrag | Auftragsbezeichnung | Description | Auditnaam | Opdracht | Naam | Groep | Opdrachtnaam | Naam opdracht | Dossiernaam | Omschrijving opdracht | Omschrijving | Opdrachtomschrijving | Projectnaam | Nome revisione | Nome | Incarico | Gruppo | Nome incarico | Denominazione incarico | Descrizione incarico | Descrizione | Oggetto',
  audit_type:
    'Type | Kind | Engagement type | Type of audit | Type of engagement | Assignment type | Service type | Auftragsart | Soort | Soort opdracht | Type audit | Type opdracht | Type controle | Soort controle | Opdrachttype | Opdrachtsoort | Tipo | Tipo incarico | Tipologia | Tipologia incarico | Tipo di incarico',
  legal_entity_ids:
    'Legal entity | Legal entities | Legal entity ID | Entity ID | Entities | Entity | Entity name | Legal entity name | Company entity | Company code | Reporting entity | Gesellschaft | Rechtspersoon | Rechtspersonen | Rechtspersoon-ID | Entiteit | Entiteiten | Entiteitnaam | Entiteit-ID | Rechtspersoon-ID’s | Vennootschap | Werkmaatschappij | Dochter | Deelneming | Dochtermaatschappij | Werkmij | Entità giuridica | Entità giuridiche | ID entità giuridica | Entità | Codice entità | Nome entità | Codice società | Controllata | Entità legale | Ente',
  period_start:
    'Start | Start date | From | Period from | Fiscal year start | Financial year start | Year start | FY start | Start of year | FY from | FY start date | Year from | Start FY | Date from | From date | Fiscal year from | Financial year from | Geschäftsjahr von | Beginn Geschäftsjahr | Wirtschaftsjahr von | GJ von | GJ-Beginn | WJ-Beginn | Début exercice | Inicio ejercicio | Begin | Begindatum | Startdatum | Van | Periode van | Boekjaar van | Begin boekjaar | Start boekjaar | Begindatum boekjaar | Startdatum boekjaar | Aanvang boekjaar | Boekjaar begin | Boekjaar start | Ingangsdatum | Bj. van | Bj. start | Begin bj | Startdatum bj | Periode start | Periode begin | Begin van de periode | Begindatum periode | Startdatum periode | Datum van | Van datum | Boekjr van | Inizio | Data inizio | Dal | Periodo dal | Esercizio dal | Inizio esercizio | Data inizio esercizio | Esercizio da | Inizio anno | Inizio es. | Es. dal | Data inizio periodo | Data dal',
  period_end:
    'End | End date | To | Period to | Year end | FYE | Fiscal year end | Financial year end | FY end | End of year | Balance sheet date | Period ending | FY end date | FYE date | Year end date | Y/E | YE | Date to | To date | Fiscal YE | Reporting date | Balance date | Closing date | Fiscal year to | Financial year to | Geschäftsjahr bis | Ende Geschäftsjahr | Wirtschaftsjahr bis | GJ bis | GJ-Ende | WJ-Ende | Bilanzstichtag | Stichtag | Fin exercice | Clôture | Fin ejercicio | Fecha de cierre | Einde | Einddatum | Tot en met | T/m | Periode tot en met | Boekjaar t/m | Einde boekjaar | Eind boekjaar | Einddatum boekjaar | Boekjaar tot en met | Boekjaar tot | Boekjaar einde | Boekjaareinde | Balansdatum | Jaareinde | Bj. t/m | Bj. einde | Einde bj | Einddatum bj | Periode einde | Periode t/m | Einde van de periode | Einddatum periode | Datum t/m | T/m datum | Datum tot en met | Boekjr t/m | Per datum | Fine | Data fine | Al | Periodo al | Esercizio al | Fine esercizio | Data fine esercizio | Chiusura esercizio | Data di chiusura | Esercizio a | Fine anno | Fine es. | Es. al | Chiusura | Data chiusura | Chiusura bilancio | Data bilancio | Data fine periodo | Data al | Data di riferimento',
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
    'Group ID | Group | Group audit | Group engagement | Group code | Group number | Parent engagement | Konzern | Groep | Groep-ID | Groepsaudit | Groepscontrole | Groepsnummer | Groepscode | Groepsopdracht | Moederopdracht | Hoofdopdracht | Gruppo | ID gruppo | Revisione di gruppo | Codice gruppo | Incarico di gruppo | Incarico gruppo',
  component_id: 'Component number | Groepsonderdeelnummer | Codice componente',
  component_name:
    'Component name | Name | Naam groepsonderdeel | Naam | Naam onderdeel | Onderdeel | Componentnaam | Nome componente | Nome | Denominazione componente',
  auditor_relation:
    'Relation | Auditor | Component auditor | Component firm | Auditor relationship | Auditor type | Type of auditor | Audit firm | Relatie | Accountant | Accountantsrelatie | Accountant groepsonderdeel | Soort accountant | Type accountant | Relazione | Revisore | Revisore componente | Revisore della componente | Tipo revisore',
  out_of_scope_explanation:
    'Explanation | Reason out of scope | Out of scope reason | Reason | Rationale | Begründung | Reden | Reden buiten scope | Motivering | Toelichting buiten scope | Motivo | Motivo esclusione | Motivazione | Motivo fuori perimetro',
  user_id:
    'User | E-mail address | Mail | Address | Email | Email address | User email | Employee | User email address | Staff email | Employee email | E-Mail-Adresse | Courriel | Username | Login | UPN | Gebruiker | E-mailadres | Adres | E-mail adres | Emailadres | Mailadres | Medewerker | Gebruikersnaam | E-mailadres medewerker | E-mail medewerker | Utente | Indirizzo e-mail | Indirizzo | Indirizzo email | Posta elettronica | Dipendente | Email utente',
  role: 'Audit role | Role in audit | Role in engagement | Function | Team role | Grade | Position | Job title | Rolle | Rol in de audit | Functie | Rol in opdracht | Rol in de opdracht | Functie in opdracht | Rang | Teamrol | Ruolo nella revisione | Ruolo nell’incarico | Qualifica | Funzione',
  allow_password_login:
    'Password sign-in | Password login | Password sign in | Log in with password | Login with password | Inloggen met wachtwoord | Wachtwoordlogin | Inlog met wachtwoord | Inloggen via wachtwoord | Autenticazione con password | Accesso tramite password | Login con password',
};
